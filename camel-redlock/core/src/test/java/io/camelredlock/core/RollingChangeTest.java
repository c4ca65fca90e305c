// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.RollingChange.Change;
import io.camelredlock.core.RollingChange.Phase;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The nodes of a running deployment are changed (S-N3). {@code -Drolling.schedules=N} for more schedules of each change. */
class RollingChangeTest {

    private static final int SCHEDULES = Integer.getInteger("rolling.schedules", 300);

    private static List<RollingChange.Result> run(Change change, int schedules, Phase... phases) {
        return LongStream.rangeClosed(1, schedules)
                .parallel()
                .mapToObj(seed -> RollingChange.run(change, seed, phases))
                .toList();
    }

    /** Through both lists nobody holds twice, and all get their turn. */
    private static void roll(Change change) {
        List<RollingChange.Result> results = run(change, SCHEDULES, Phase.OLD, Phase.BOTH, Phase.NEW);

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
    void nobodyHoldsTwiceWhileANodeIsReplaced() {
        roll(Change.ONE_NODE_IS_REPLACED);
    }

    @Test
    void nobodyHoldsTwiceWhileThreeNodesBecomeFive() {
        roll(Change.THREE_NODES_BECOME_FIVE);
    }

    @Test
    void nobodyHoldsTwiceWhileAllNodesAreReplaced() {
        roll(Change.ALL_NODES_ARE_REPLACED);
    }

    @ParameterizedTest
    @EnumSource
    void straightFromOneListToTheOtherTwoDo(Change change) {
        long violating = run(change, 100, Phase.OLD, Phase.NEW).stream()
                .filter(result -> !result.violations().isEmpty())
                .count();

        assertThat(violating).as("schedules of 100 in which two hold at once").isPositive();
    }
}
