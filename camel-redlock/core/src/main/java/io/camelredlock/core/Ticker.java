// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** Where time comes from. Safe for use by several threads. */
public interface Ticker {

    /**
     * Nanoseconds since some instant, by a clock that never goes back and goes on while the machine is suspended (S-L1).
     * Compared by difference only. What a deadline is judged by.
     */
    long nanos();

    /**
     * The same clock, read cheaply: now, or an instant before a suspension that {@link #nanos} has not yet noticed. Good
     * for the start of a round, which may be taken for too early but never for too late, and for pauses.
     */
    default long nanosNotAhead() {
        return nanos();
    }

    /** Milliseconds since the epoch by the wall clock: only ever a proposal for fencing tokens, never a measure of time. */
    long wallMillis();
}
