// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/**
 * One look at a node's clock (S-T4). Immutable.
 *
 * @param nodeMillis the node's time inside the script; 0 if it is not known
 * @param sentNanos the engine's ticker when the command was sent
 * @param receivedNanos the engine's ticker when the reply had been read
 */
public record ClockSample(long nodeMillis, long sentNanos, long receivedNanos) {

    /** The node's time is not known. */
    public static final ClockSample NONE = new ClockSample(0, 0, 0);

    /** How long the look took, within which the node's time is known. */
    public long tookNanos() {
        return receivedNanos - sentNanos;
    }

    /** How far the node's clock was ahead of ours at the most; of no meaning but in comparison. */
    long mostAheadNanos() {
        return nodeMillis * 1_000_000 - sentNanos;
    }

    /** The same, at the least. */
    long leastAheadNanos() {
        return nodeMillis * 1_000_000 - receivedNanos;
    }

    /** Whether it shows the node's time, and took no longer than that. */
    boolean isWithin(long slowestNanos) {
        return nodeMillis > 0 && tookNanos() <= slowestNanos;
    }
}
