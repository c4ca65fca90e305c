// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.util.List;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What a node says of itself, and whether such a node may vote (S-N2). A node that does not let us ask votes all the same.
 *
 * @param refusal why it must not vote, or nothing
 * @param runId names the server's process; empty if unknown
 * @param replicationId names the history of its data; empty if unknown
 * @param missing the permission we lack to ask, in the node's words, or nothing
 * @param eviction why it may drop keys that it was to keep, or nothing
 */
record Inspection(String refusal, String runId, String replicationId, String missing, String eviction) {

    private static final int OLDEST_MAJOR = 6;
    private static final int OLDEST_MINOR = 2;

    /** From replies to INFO: texts, or errors in their place. */
    static Inspection of(List<?> replies) {
        Info info = Info.NONE;
        String refusal = "";
        String missing = "";
        for (Object reply : replies) {
            if (reply instanceof byte[] text) {
                info = info.and(text);
            } else if (reply instanceof JedisDataException error) {
                ErrorReply said = ErrorReply.of(error);
                missing = said.isPermissionMissing() ? said.reason() : missing;
                refusal = said.isPermissionMissing() ? refusal : said.reason();
            }
        }
        return new Inspection(
                refusal.isEmpty() ? judge(info) : refusal,
                info.field("run_id", ""),
                info.field("master_replid", ""),
                missing,
                eviction(info));
    }

    boolean mayVote() {
        return refusal.isEmpty();
    }

    private static String judge(Info info) {
        String mode = info.field("redis_mode", "standalone");
        if (mode.equals("sentinel")) {
            return "it is a Sentinel: give the addresses of the masters themselves";
        }
        if (mode.equals("cluster")) {
            return ErrorReply.of("CLUSTERDOWN").reason();
        }
        String role = info.field("role", "master");
        if (!role.equals("master")) {
            return "it is a replica (role " + role + "): only masters vote";
        }
        if (!info.field("loading", "0").equals("0")) {
            return ErrorReply.of("LOADING").reason();
        }
        String version = info.field("redis_version", "");
        return isTooOld(version) ? "Redis " + version + " is too old: 6.2 or later is needed" : "";
    }

    private static String eviction(Info info) {
        String policy = info.field("maxmemory_policy", "noeviction");
        boolean evicts =
                !policy.equals("noeviction") && !info.field("maxmemory", "0").equals("0");
        return evicts ? "its maxmemory-policy " + policy + " may evict locks: set noeviction" : "";
    }

    private static boolean isTooOld(String version) {
        String[] parts = version.split("\\.");
        if (parts.length < 2 || !parts[0].matches("\\d{1,4}") || !parts[1].matches("\\d{1,4}")) {
            return false; // a server that is compatible and counts otherwise
        }
        int major = Integer.parseInt(parts[0]);
        return major < OLDEST_MAJOR || (major == OLDEST_MAJOR && Integer.parseInt(parts[1]) < OLDEST_MINOR);
    }
}
