// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Takeover;
import java.time.Duration;
import java.util.Locale;

/**
 * Finds out whether the clients of one node have the same takeover (S-N3): a classic one does not wait for holders that rely on it.
 * For the thread of the node; what it found is read by all.
 */
final class TakeoverModes {

    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);

    /** So many times a client may miss its turn before it is forgotten. */
    private static final int REMEMBERED_PERIODS = 6;

    private final ScriptCalls scripts;
    private final TroubleLog trouble;
    private final Takeover ours;
    private final boolean isWanted;
    private final long periodNanos;
    private long nextNanos;
    private boolean isBegun;
    private volatile String remark = "";

    TakeoverModes(NodeSettings settings, ScriptCalls scripts, TroubleLog trouble) {
        this.scripts = scripts;
        this.trouble = trouble;
        this.ours = settings.engine().takeover();
        this.isWanted = !settings.jedis().proxy();
        Duration half = settings.engine().longestMaxTtl().dividedBy(2);
        this.periodNanos = (half.compareTo(SHORTEST_PERIOD) > 0 ? half : SHORTEST_PERIOD).toNanos();
    }

    /** That they differ; empty if they do not. */
    String remark() {
        return remark;
    }

    boolean isDue(long nowNanos) {
        return isWanted && (!isBegun || nowNanos - nextNanos >= 0);
    }

    /** Notes ours, and asks for the others. */
    void look(NodeConnection connection, long nowNanos) {
        isBegun = true;
        nextNanos = nowNanos + periodNanos;
        connection.sendCommand(scripts.noteTakeover(ours, REMEMBERED_PERIODS * periodNanos / 1_000_000));
        connection.flush();
        String others = ScriptReply.of(connection.read()).rest();
        remark = others.isEmpty()
                ? ""
                : "its clients differ in takeover: here " + ours.name().toLowerCase(Locale.ROOT) + ", elsewhere "
                        + others.replace(" ", " and ")
                        + "; together they are no safer than the weakest, so set the same everywhere";
        if (!remark.isEmpty()) {
            trouble.mention(remark, nowNanos);
        }
    }
}
