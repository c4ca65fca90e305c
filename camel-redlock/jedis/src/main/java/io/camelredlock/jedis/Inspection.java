// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What a node says of itself, and whether such a node may vote (S-N2). A node that does not let us ask votes all the same.
 *
 * @param refusal why it must not vote, or nothing
 * @param runId names the server's process; empty if unknown
 * @param missing the permission we lack to ask, in the node's words, or nothing
 */
record Inspection(String refusal, String runId, String missing) {

    private static final int OLDEST_MAJOR = 6;
    private static final int OLDEST_MINOR = 2;

    /** From replies to INFO: texts, or errors in their place. */
    static Inspection of(List<?> replies) {
        Map<String, String> fields = new HashMap<>();
        String refusal = "";
        String missing = "";
        for (Object reply : replies) {
            if (reply instanceof byte[] text) {
                read(new String(text, StandardCharsets.UTF_8), fields);
            } else if (reply instanceof JedisDataException error) {
                ErrorReply said = ErrorReply.of(error);
                missing = said.isPermissionMissing() ? said.reason() : missing;
                refusal = said.isPermissionMissing() ? refusal : said.reason();
            }
        }
        String runId = fields.getOrDefault("run_id", "");
        return new Inspection(refusal.isEmpty() ? judge(fields) : refusal, runId, missing);
    }

    boolean mayVote() {
        return refusal.isEmpty();
    }

    private static void read(String info, Map<String, String> fields) {
        for (String line : info.split("\r?\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
    }

    private static String judge(Map<String, String> fields) {
        String mode = fields.getOrDefault("redis_mode", "standalone");
        if (mode.equals("sentinel")) {
            return "it is a Sentinel: give the addresses of the masters themselves";
        }
        if (mode.equals("cluster")) {
            return ErrorReply.of("CLUSTERDOWN").reason();
        }
        String role = fields.getOrDefault("role", "master");
        if (!role.equals("master")) {
            return "it is a replica (role " + role + "): only masters vote";
        }
        if (!fields.getOrDefault("loading", "0").equals("0")) {
            return ErrorReply.of("LOADING").reason();
        }
        String version = fields.getOrDefault("redis_version", "");
        return isTooOld(version) ? "Redis " + version + " is too old: 6.2 or later is needed" : "";
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
