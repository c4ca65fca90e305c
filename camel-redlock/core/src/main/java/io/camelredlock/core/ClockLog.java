// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells an operator that a node's clock stepped, and by how much, or that it was out of sight for too long to know; at most once a
 * minute. Safe for use by several threads.
 */
final class ClockLog {

    private static final Logger LOG = LoggerFactory.getLogger(ClockLog.class);
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

    private final String node;
    private final long toleranceNanos;
    private ClockSample last = ClockSample.NONE;
    private ClockSample told = ClockSample.NONE;

    /** Of the node of this name; a clock that moved by less than that is not said to have stepped. */
    ClockLog(String node, Duration tolerance) {
        this.node = node;
        this.toleranceNanos = tolerance.toNanos();
    }

    /** Takes note of a look, after which the clocks are known to have stayed together or not; what was told, if anything. */
    synchronized Optional<String> observe(ClockSample seen, boolean isTogether) {
        if (seen.nodeMillis() == 0) {
            return Optional.empty();
        }
        ClockSample before = last;
        last = seen;
        boolean isQuiet = told.nodeMillis() != 0 && seen.receivedNanos() - told.receivedNanos() < QUIET_NANOS;
        if (isTogether || isQuiet || before.nodeMillis() == 0) {
            return Optional.empty();
        }
        told = seen;
        return Optional.of(tell(before, seen));
    }

    private String tell(ClockSample before, ClockSample seen) {
        long movedNanos = aheadNanos(seen) - aheadNanos(before);
        long gapMillis = (seen.receivedNanos() - before.receivedNanos()) / 1_000_000;
        if (Math.abs(movedNanos) <= toleranceNanos) {
            String gap = "The clock of node " + node + " was out of sight for " + gapMillis
                    + " ms: whether it stepped meanwhile is not known";
            LOG.info(gap);
            return gap;
        }
        String step = "The clock of node " + node + " moved by " + movedNanos / 1_000_000 + " ms against ours within "
                + gapMillis + " ms; for a while its grants do not spare a new holder the wait for an earlier one";
        LOG.warn(step);
        return step;
    }

    /** How far the node's clock was ahead of ours in the middle of the round trip; of no meaning but in comparison. */
    private static long aheadNanos(ClockSample sample) {
        return sample.nodeMillis() * 1_000_000 - sample.sentNanos() - (sample.receivedNanos() - sample.sentNanos()) / 2;
    }
}
