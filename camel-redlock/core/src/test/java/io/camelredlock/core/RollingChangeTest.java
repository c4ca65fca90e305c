// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.RollingChange.Phase;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A node of a running deployment is replaced (S-N3). {@code -Drolling.schedules=N} for more. */
class RollingChangeTest {

    private static final int SCHEDULES = Integer.getInteger("rolling.schedules", 300);

    private static List<RollingChange.Result> run(int schedules, Phase... phases) {
        return LongStream.rangeClosed(1, schedules)
                .parallel()
                .mapToObj(seed -> RollingChange.run(seed, phases))
                .toList();
    }

    @Test
    void throughBothListsNobodyHoldsTwice() {
        List<RollingChange.Result> results = run(SCHEDULES, Phase.OLD, Phase.BOTH, Phase.NEW);

        for (int i = 0; i < results.size(); i++) {
            assertThat(results.get(i).violations()).as("seed %s", i + 1).isEmpty();
        }
        IntStream.range(0, 3)
                .forEach(phase -> assertThat(results.stream()
                                .mapToInt(result -> result.termsByPhase().get(phase))
                                .sum())
                        .as("terms in phase %s", phase)
                        .isGreaterThan(SCHEDULES));
    }

    @Test
    void straightFromOneListToTheOtherTwoDo() {
        long violating = run(100, Phase.OLD, Phase.NEW).stream()
                .filter(result -> !result.violations().isEmpty())
                .count();

        assertThat(violating).as("schedules of 100 in which two hold at once").isPositive();
    }
}
