// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Watches a node's clock against our own (S-T4): how far the two moved apart within the time a holder may trust its lease.
 * Looks are kept by slices of that time, so that many of them cost no more than a few. A clock that steps and steps back
 * between two looks goes unseen, so looks must follow each other closely. Not safe for use by several threads.
 */
final class ClockGuard {

    private static final int SLICES = 8;

    /** What the looks of one slice say: the node is at most {@code highest} and at least {@code lowest} ahead of us. */
    private record Slice(long fromNanos, long highest, long lowest) {

        Slice with(long high, long low) {
            return new Slice(fromNanos, Math.max(highest, high), Math.min(lowest, low));
        }
    }

    private final long windowNanos;
    private final long slowestNanos;
    private final long toleranceNanos;
    private final long longestGapNanos;
    private final Deque<Slice> slices = new ArrayDeque<>();

    private boolean movedUnseen;
    private long lastNanos;

    /**
     * {@code windowNanos}: the longest time a lease may be trusted; {@code slowestNanos}: how long a look may take, which is
     * half of what the clocks may move apart in that time, so that two looks at clocks that did not move never exceed it;
     * {@code longestGapNanos}: how far two looks may lie apart.
     */
    ClockGuard(long windowNanos, long slowestNanos, long longestGapNanos) {
        this.windowNanos = windowNanos;
        this.slowestNanos = slowestNanos;
        this.toleranceNanos = 2 * slowestNanos;
        this.longestGapNanos = longestGapNanos;
    }

    /** Whether the look was quick enough to tell that the clocks stayed together. */
    boolean isUsable(ClockSample sample) {
        return sample.isWithin(slowestNanos);
    }

    /**
     * Takes a look into account. One that took too long can only show that the clocks did not stay together.
     *
     * @return false if they did not, or may not have: they are compared anew from here on
     */
    boolean observe(ClockSample sample) {
        if (sample.nodeMillis() == 0) {
            return true;
        }
        long high = sample.mostAheadNanos();
        long low = sample.leastAheadNanos();
        if (!isUsable(sample)) {
            boolean moved = hasMovedTo(high, low); // too vague to compare later looks with, so the earlier ones stay
            movedUnseen |= moved;
            return !moved;
        }
        add(sample.receivedNanos(), high, low);
        forget(sample.receivedNanos());
        boolean outOfSight = slices.size() > 1 && sample.receivedNanos() - lastNanos > longestGapNanos;
        boolean steppedBack = movedUnseen; // or stayed where the slow answer saw it, or moved on
        movedUnseen = false;
        lastNanos = sample.receivedNanos();
        if (!outOfSight && !steppedBack && spread() <= toleranceNanos) {
            return true;
        }
        slices.clear();
        add(sample.receivedNanos(), high, low);
        return false;
    }

    private void add(long nowNanos, long high, long low) {
        Slice last = slices.peekLast();
        if (last == null || nowNanos - last.fromNanos() > windowNanos / SLICES) {
            slices.addLast(new Slice(nowNanos, high, low));
        } else {
            slices.removeLast();
            slices.addLast(last.with(high, low));
        }
    }

    /** Whether the node's clock must have moved beyond tolerance if it now is between so much ahead of ours. */
    private boolean hasMovedTo(long high, long low) {
        return slices.stream()
                .anyMatch(slice -> low - slice.highest() > toleranceNanos || slice.lowest() - high > toleranceNanos);
    }

    /** All looks within the window are kept, and the last one before it. */
    private void forget(long nowNanos) {
        while (slices.size() > 1) {
            Slice first = slices.removeFirst();
            if (nowNanos - slices.element().fromNanos() <= windowNanos) {
                slices.addFirst(first);
                return;
            }
        }
    }

    private long spread() {
        long highest = Long.MIN_VALUE;
        long lowest = Long.MAX_VALUE;
        for (Slice slice : slices) {
            highest = Math.max(highest, slice.highest());
            lowest = Math.min(lowest, slice.lowest());
        }
        return highest - lowest;
    }
}
