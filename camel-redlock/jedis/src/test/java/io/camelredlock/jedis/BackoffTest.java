// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff(new Random(1));

    @Test
    void pausesDoubleUpToALimitAndDiffer() {
        long[] limits = {50, 100, 200, 400, 400, 400};

        long[] pauses = LongStream.range(0, limits.length)
                .map(attempt -> backoff.nextNanos())
                .toArray();

        for (int i = 0; i < limits.length; i++) {
            assertThat(pauses[i]).isBetween(nanos(limits[i]) / 2, nanos(limits[i]));
        }
        assertThat(LongStream.of(pauses).skip(3).distinct().count()).isEqualTo(3);
    }

    @Test
    void afterASuccessTheyAreShortAgain() {
        for (int i = 0; i < 9; i++) {
            backoff.nextNanos();
        }

        backoff.reset();

        assertThat(backoff.nextNanos()).isLessThanOrEqualTo(nanos(50));
    }

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
