// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeftoversTest {

    private final ProcessHandle.Info self = ProcessHandle.current().info();
    private final String program = self.command().orElseThrow();
    private final Instant start = self.startInstant().orElseThrow();

    @Test
    void aProcessThatWasThereWhenItsIdWasWrittenIsOurs() {
        assertThat(Leftovers.isTheOneThatWrote(self, program, start.plusSeconds(1)))
                .isTrue();
    }

    @Test
    void aProcessThatStartedLaterHasTheIdOfOneThatEnded() {
        assertThat(Leftovers.isTheOneThatWrote(self, program, start.minusSeconds(60)))
                .isFalse();
    }

    @Test
    void anotherProgramIsNotOurs() {
        assertThat(Leftovers.isTheOneThatWrote(self, program + "-other", start.plusSeconds(1)))
                .isFalse();
    }
}
