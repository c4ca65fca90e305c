// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private final List<Entry> history = new ArrayList<>();

    private void wrote(String run, long token, String... steps) {
        for (String step : steps) {
            history.add(new Entry("order 1", run, step, token, "here"));
        }
    }

    @Test
    void runsOneAfterTheOtherPass() {
        wrote("first", 1, "reserve", "pack", "charge", "ship");
        wrote("second", 2, "reserve", "pack", "charge", "ship");

        assertThat(Verdict.of(history)).isEqualTo(new Verdict(2, 0, 0));
        assertThat(Verdict.of(history).isPassed(2)).isTrue();
    }

    @Test
    void aRunThatWritesAfterTheNextOneBeganIsSeen() {
        wrote("first", 1, "reserve", "pack");
        wrote("second", 2, "reserve");
        wrote("first", 1, "charge", "ship");

        assertThat(Verdict.of(history)).isEqualTo(new Verdict(1, 2, 2));
        assertThat(Verdict.of(history).isPassed(1)).isFalse();
    }

    @Test
    void aRunThatLacksAStepIsNotComplete() {
        wrote("first", 1, "reserve", "pack", "ship");

        assertThat(Verdict.of(history).isPassed(1)).isFalse();
    }
}
