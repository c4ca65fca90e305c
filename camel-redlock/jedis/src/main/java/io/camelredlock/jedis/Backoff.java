// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The pauses between attempts to connect: twice as long each time up to a limit, and never quite the same for two clients. */
final class Backoff {

    private static final long FIRST_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_NANOS = Duration.ofMillis(400).toNanos();

    private final RandomGenerator random;
    private long nextNanos = FIRST_NANOS;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** The next pause: between half of its length and all of it. */
    long nextNanos() {
        long pause = nextNanos / 2 + random.nextLong(nextNanos / 2 + 1);
        nextNanos = Math.min(2 * nextNanos, LONGEST_NANOS);
        return pause;
    }

    /** The attempt was a success. */
    void reset() {
        nextNanos = FIRST_NANOS;
    }
}
