// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.examples.failover.Report.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {

    private static final Cast CAST = new Cast(List.of("A", "B"), List.of("R1"), Duration.ofSeconds(3));

    private final Recorder recorder;

    RecorderTest(@TempDir Path folder) {
        recorder = new Recorder(CAST, folder.resolve("ledger"));
    }

    @Test
    void aTermLastsAsLongAsItsLeaseWasLastKnownToBeValid() {
        long now = System.nanoTime();

        Report gained = recorder.hear("A", new Report(Kind.GAINED, now, 7, now + 100));
        recorder.hear("A", new Report(Kind.VALID, now, 7, now + 300));
        recorder.hear("A", new Report(Kind.VALID, now, 7, now + 200));

        assertThat(recorder.term(7)).contains(new Term("A", 7, new Span(gained.nanos(), gained.nanos() + 300)));
    }

    @Test
    void anOrderlyEndComesBeforeTheEndOfValidity() {
        long now = System.nanoTime();
        Report gained = recorder.hear("A", new Report(Kind.GAINED, now, 7, now + 300));
        Term term = recorder.term(7).orElseThrow();

        recorder.ended(term, gained.nanos() + 50);

        assertThat(recorder.chronicle().terms())
                .containsExactly(new Term("A", 7, new Span(gained.nanos(), gained.nanos() + 50)));
    }

    @Test
    void noticesAMemberWhoseClockIsNotTheMachines() {
        recorder.hear("A", new Report(Kind.STARTED, System.nanoTime() + 3_600_000_000_000L, 0, 0));

        assertThat(recorder.chronicle().complaints()).singleElement().asString().contains("clock of A");
    }

    @Test
    void waitsForWhatIsWantedAndForNothingElse() throws InterruptedException {
        recorder.hear("B", new Report(Kind.STARTED, System.nanoTime(), 0, 0));

        assertThat(recorder.await(heard -> heard.member().equals("B"), Duration.ofSeconds(10)))
                .isPresent();
        assertThat(recorder.await(heard -> heard.member().equals("A"), Duration.ofMillis(1)))
                .isEmpty();
    }

    @Test
    void aConditionLastsUntilTheNextOrTheEnd() {
        recorder.condition("A", Condition.STARTING);
        recorder.condition("A", Condition.RUNNING);
        recorder.condition("A", Condition.RUNNING);

        Chronicle chronicle = recorder.chronicle();

        assertThat(chronicle.phases())
                .extracting(Phase::condition)
                .containsExactly(Condition.STARTING, Condition.RUNNING);
        assertThat(chronicle.phases().get(0).span().to())
                .isEqualTo(chronicle.phases().get(1).span().from());
        assertThat(chronicle.phases().get(1).span().to())
                .isEqualTo(chronicle.run().to());
    }
}
