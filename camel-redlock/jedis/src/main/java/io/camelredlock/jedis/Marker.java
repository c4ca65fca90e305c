// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * The text that marks one memory of a node (S-T2): {@code random:runId:replicationId:nodeTimeMs}. Immutable.
 *
 * @param runId names the server's process
 * @param replicationId names the history of its data
 */
record Marker(String runId, String replicationId) {

    /** Stands for a time before every lock. */
    private static final String SINCE_EVER = ":0";

    static Marker of(Inspection found) {
        return new Marker(found.runId(), found.replicationId());
    }

    /** Whether the node said what it is; of one that did not, no marker can be right or wrong. */
    boolean isKnown() {
        return !runId.isEmpty() && !replicationId.isEmpty();
    }

    /** Whether that is a marker of this memory. */
    boolean isRight(String text) {
        return text.matches("[0-9a-f]+:" + Pattern.quote(runId + ":" + replicationId) + ":\\d{1,15}");
    }

    /** A new one, without its time. */
    String fresh() {
        return String.format("%016x:%s:%s", new SecureRandom().nextLong(), runId, replicationId);
    }

    /** See {@link JedisRedlock#markKnownEmpty}. */
    static void markKnownEmpty(Jedis node, Keys keys) {
        Inspection found = Inspection.of(List.of(bytes(node.info("server")), bytes(node.info("replication"))));
        Marker marker = of(found);
        if (!found.mayVote() || !marker.isKnown()) {
            throw new IllegalStateException("the node cannot be marked as known to be empty: "
                    + (found.mayVote() ? "it does not say what it is" : found.refusal()));
        }
        boolean isUnused = !node.exists(keys.config())
                && node.set(
                                keys.marker(),
                                marker.fresh() + SINCE_EVER,
                                SetParams.setParams().nx())
                        != null;
        if (!isUnused && !marker.isSinceEver(node.get(keys.marker()))) {
            throw new IllegalStateException("the node cannot be marked as known to be empty: it has served before");
        }
    }

    private boolean isSinceEver(@Nullable String text) {
        return text != null && isRight(text) && text.endsWith(SINCE_EVER);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
