// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example must be able to fail. More runs: {@code -Dfailover.broken.runs=10}. */
class BrokenSafetyIT {

    private static final Pattern OVERLAPS = Pattern.compile("\"overlaps\":(\\d+)");

    @Test
    void twoOwnersAreFoundOutWhenNobodyStepsDownAndNothingIsFenced() {
        for (int i = 0; i < Integer.getInteger("failover.broken.runs", 1); i++) {
            ExampleRun run = ExampleRun.with("break-safety");

            assertThat(run.exitStatus()).as("exit status of run %s", i).hasValue(1);
            Matcher overlaps = OVERLAPS.matcher(run.lastLine());
            assertThat(overlaps.find()).as(run.lastLine()).isTrue();
            assertThat(Integer.parseInt(overlaps.group(1))).isPositive();
        }
    }
}
