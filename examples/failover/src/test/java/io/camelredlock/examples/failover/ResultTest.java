// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTest {

    @Test
    void isOneLineOfJson() {
        assertThat(Result.of(Runs.good()).toLine())
                .isEqualTo("RESULT {\"nodes\":5,\"members\":3,\"faults\":5,\"failovers\":3,\"overlaps\":0,"
                        + "\"ticksAccepted\":"
                        + Runs.good().ticks().stream().filter(Tick::accepted).count()
                        + ",\"ticksRefused\":1,\"crashFailoverMsMax\":3020,"
                        + "\"waitedFailoverMsMax\":2900,\"orderlyHandoverMsMax\":120}");
    }

    @Test
    void passesWhenEverythingWasInOrder() {
        assertThat(Result.of(Runs.good()).isPassed()).isTrue();
    }

    @Test
    void failsWhenTwoLed() {
        Result result = Result.of(Runs.withTwoLeaders());

        assertThat(result.isPassed()).isFalse();
        assertThat(result.overlaps()).isNotEmpty();
    }

    @Test
    void failsWhenAFailoverWasLate() {
        Failover late = new Failover(Cause.CRASH, "A", "B", new Span(0, 3_600_000_000L), Duration.ofMillis(3_500));

        assertThat(Result.of(Runs.with(List.of(late), List.of())).complaints())
                .containsExactly("too late: B took over from A, which was killed, after 3.60 s (at most 3.50 s)");
    }

    @Test
    void failsWhenAnythingElseWentWrong() {
        assertThat(Result.of(Runs.with(List.of(), List.of("nobody leads"))).isPassed())
                .isFalse();
    }

    @Test
    void saysMinusOneForAFailoverThatDidNotHappen() {
        assertThat(Result.of(Runs.with(List.of(), List.of())).longestMillis(Cause.ORDERLY))
                .isEqualTo(-1);
    }
}
