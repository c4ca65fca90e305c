// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is told of a node whose clock did not stay with ours. */
class ClockLogTest {

    private static final long MILLI = 1_000_000;
    private static final long EPOCH = 1_750_000_000_000L;

    private final ClockLog log = new ClockLog("redis-1:6379", Duration.ofMillis(50));

    /** A look in the given millisecond of ours, that took two, at a clock that is so much ahead. */
    private Optional<String> look(long atMillis, long aheadMillis, boolean isTogether) {
        return look(atMillis, aheadMillis, 1, isTogether);
    }

    /** The same, with the answer after so long. */
    private Optional<String> look(long atMillis, long aheadMillis, long answeredAfterMillis, boolean isTogether) {
        ClockSample seen = new ClockSample(
                EPOCH + atMillis + aheadMillis, (atMillis - 1) * MILLI, (atMillis + answeredAfterMillis) * MILLI);
        return log.observe(seen, isTogether);
    }

    @Test
    void aStepIsToldWithNodeSizeAndDirection() {
        look(1_000, 0, true);

        assertThat(look(1_800, -3_600_000, false))
                .hasValueSatisfying(told -> assertThat(told).contains("redis-1:6379", "-3599998 ms", "within 800 ms"));
    }

    @Test
    void aClockThatWasOutOfSightIsNotAccused() {
        look(1_000, 0, true);

        assertThat(look(21_000, 3, false))
                .hasValueSatisfying(told -> assertThat(told).contains("not known", "20000 ms apart"));
    }

    @Test
    void aClockIsNotAccusedForAnAnswerThatTookLong() {
        look(1_000, 0, 3_000, true);

        assertThat(look(4_100, 0, false))
                .hasValueSatisfying(told -> assertThat(told).contains("not known", "took up to 3001 ms"));
    }

    @Test
    void aClockThatStaysWithOursIsNoNews() {
        assertThat(look(1_000, 7, true)).isEmpty();
        assertThat(look(2_000, 8, true)).isEmpty();
    }

    @Test
    void stepAfterStepIsToldOnceAMinute() {
        look(1_000, 0, true);

        assertThat(look(2_000, 500, false)).isPresent();
        assertThat(look(3_000, 0, false)).isEmpty();
        assertThat(look(61_000, 500, false)).isEmpty();
        assertThat(look(62_001, 0, false)).isPresent();
    }

    @Test
    void anAnswerWithoutATimeSaysNothing() {
        look(1_000, 0, true);

        assertThat(log.observe(ClockSample.NONE, false)).isEmpty();
    }
}
