// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;

/**
 * How long a lease may be trusted: its ttl, less the time since the round began, less the allowance for clock drift (S-L2).
 *
 * <p>All arithmetic on deadlines is here, in nanoseconds of the monotonic clock, and compares by difference, as such clocks
 * may overflow.
 *
 * @param ttl how long the nodes keep the grant
 * @param drift what is given up for clocks that run at different rates
 */
record Validity(Duration ttl, Duration drift) {

    private static final Duration EXPIRY_RESOLUTION = Duration.ofMillis(2);

    Validity {
        if (drift.isNegative() || drift.compareTo(ttl) >= 0) {
            throw new IllegalArgumentException("drift " + drift + " must lie in [0, ttl " + ttl + ")");
        }
    }

    /** {@code driftFactor × longest + 2 ms}: nodes expire keys with a resolution of a millisecond, on a cached clock. */
    static Duration drift(Duration longest, double driftFactor) {
        double nanos = Math.ceil(longest.toMillis() * driftFactor * 1_000_000);
        return Duration.ofNanos((long) nanos).plus(EXPIRY_RESOLUTION);
    }

    /** Until when a round that began at this instant lets its lease be trusted. */
    long deadline(long roundStartNanos) {
        return roundStartNanos + ttl.minus(drift).toNanos();
    }

    /** The later of two deadlines. */
    static long later(long oneNanos, long otherNanos) {
        return oneNanos - otherNanos >= 0 ? oneNanos : otherNanos;
    }

    /** The earlier of two deadlines. */
    static long earlier(long oneNanos, long otherNanos) {
        return oneNanos - otherNanos <= 0 ? oneNanos : otherNanos;
    }
}
