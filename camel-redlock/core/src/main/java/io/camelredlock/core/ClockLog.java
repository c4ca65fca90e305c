// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells an operator that a node's clock stepped, and by how much, or that looks at it were too far apart or took too long to know;
 * at most once a minute. Safe for use by several threads.
 */
final class ClockLog {

    private static final Logger LOG = LoggerFactory.getLogger(ClockLog.class);
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

    private final String node;
    private final long leastNanos;
    private ClockSample last = ClockSample.NONE;
    private ClockSample told = ClockSample.NONE;

    /** Of the node of this name; a clock that did not certainly move by more than {@code least} is not said to have stepped. */
    ClockLog(String node, Duration least) {
        this.node = node;
        this.leastNanos = least.toNanos();
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
        long gapMillis = (seen.receivedNanos() - before.receivedNanos()) / 1_000_000;
        long forward = seen.leastAheadNanos() - before.mostAheadNanos();
        long backward = before.leastAheadNanos() - seen.mostAheadNanos();
        if (Math.max(forward, backward) <= leastNanos) {
            long tookMillis = Math.max(before.tookNanos(), seen.tookNanos()) / 1_000_000;
            String doubt =
                    "Whether the clock of node " + node + " stayed with ours is not known: the last looks at it were "
                            + gapMillis + " ms apart, and took up to " + tookMillis + " ms";
            LOG.info(doubt);
            return doubt;
        }
        long movedMillis = (forward > 0 ? forward : -backward) / 1_000_000;
        String step = "The clock of node " + node + " moved by " + movedMillis + " ms or more against ours within "
                + gapMillis + " ms; for a while its grants do not spare a new holder the wait for an earlier one";
        LOG.warn(step);
        return step;
    }
}
