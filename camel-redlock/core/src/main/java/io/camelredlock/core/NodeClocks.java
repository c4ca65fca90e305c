// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What time it is on the nodes, as far as their answers tell: by the middle one of their clocks, so that no single wrong one
 * matters. Safe for use by several threads.
 */
final class NodeClocks {

    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final long MILLI = 1_000_000;

    private final long slowestNanos;
    private final AtomicLongArray aheadMillis; // of our monotonic clock

    /** {@code slowestNanos}: how long an answer may take to tell anything. */
    NodeClocks(int nodes, long slowestNanos) {
        this.slowestNanos = slowestNanos;
        this.aheadMillis = new AtomicLongArray(nodes);
        for (int node = 0; node < nodes; node++) {
            aheadMillis.set(node, UNKNOWN);
        }
    }

    void observe(int node, ClockSample sample) {
        if (sample.isWithin(slowestNanos)) {
            long midNanos = sample.sentNanos() + sample.tookNanos() / 2;
            aheadMillis.set(node, sample.nodeMillis() - Math.floorDiv(midNanos, MILLI));
        }
    }

    /** Milliseconds since the epoch at that time of our monotonic clock; empty if no node has told yet. */
    OptionalLong millis(long nowNanos) {
        long[] known = new long[aheadMillis.length()];
        int count = 0;
        for (int node = 0; node < known.length; node++) {
            long ahead = aheadMillis.get(node);
            if (ahead != UNKNOWN) {
                known[count++] = ahead;
            }
        }
        Arrays.sort(known, 0, count);
        return count == 0 ? OptionalLong.empty() : OptionalLong.of(known[count / 2] + Math.floorDiv(nowNanos, MILLI));
    }
}
