// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.testkit.JvmProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The example, run as a user would run it. */
class WorkflowIT {

    private static final Duration LONGEST = Duration.ofMinutes(3);

    private static List<String> run(String mode) {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (JvmProcess example = JvmProcess.of(WorkflowExample.class)
                .arguments(mode)
                .onLine(lines::add)
                .start()) {
            assertThat(example.awaitExit(LONGEST)).as("exit status; %s", lines).hasValue(0);
        }
        return lines;
    }

    @Test
    void theRunsOfAnOrderComeOneAfterTheOther() {
        List<String> lines = run("orderly");

        assertThat(lines)
                .contains("RESULT {\"completed\":10,\"overlaps\":0,\"tokensBack\":0,\"refused\":0,\"passed\":true}");
        assertThat(lines.stream().filter(line -> line.startsWith("WROTE"))).hasSize(40);
    }

    @Test
    void theDatabaseRefusesAStepThatLostItsLock() {
        assertThat(run("stale"))
                .anyMatch(line -> line.startsWith("REFUSED") && line.contains("charge"))
                .contains("RESULT {\"completed\":1,\"overlaps\":0,\"tokensBack\":0,\"refused\":1,\"passed\":true}");
    }
}
