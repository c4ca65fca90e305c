// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JudgeTest {

    private static final Term OF_A = new Term("A", 1, new Span(0, 100));

    @Test
    void oneLeaderAfterTheOtherIsNoOverlap() {
        List<Term> terms = List.of(OF_A, new Term("B", 2, new Span(100, 200)));
        List<Tick> ticks = List.of(accepted(0, "A", 1), accepted(1, "A", 1), accepted(2, "B", 2));

        assertThat(Judge.overlaps(terms, ticks)).isEmpty();
    }

    @Test
    void findsATickThatWasAcceptedAfterOneOfALaterTerm() {
        List<Tick> ticks = List.of(accepted(0, "A", 1), accepted(1, "B", 2), accepted(2, "A", 1), accepted(3, "B", 2));

        assertThat(Judge.overlaps(List.of(), ticks)).singleElement().asString().contains("tick 2 of A");
    }

    @Test
    void theLedgersOrderCountsAndNotTheOrderOfArrival() {
        List<Tick> ticks = List.of(accepted(1, "B", 2), accepted(0, "A", 1));

        assertThat(Judge.overlaps(List.of(), ticks)).isEmpty();
    }

    @Test
    void aRefusedTickHarmsNobody() {
        List<Tick> ticks = List.of(accepted(0, "B", 2), refused(1, "A", 1), accepted(2, "B", 2));

        assertThat(Judge.overlaps(List.of(), ticks)).isEmpty();
    }

    @Test
    void lateTicksAreThoseAfterALaterTermAcceptedOrNot() {
        List<Tick> ticks = List.of(accepted(0, "A", 1), accepted(1, "B", 2), accepted(2, "A", 1), refused(3, "A", 1));

        assertThat(Judge.late(ticks)).containsExactly(ticks.get(2), ticks.get(3));
    }

    @Test
    void findsTwoMembersThatWereValidAtOnce() {
        List<Term> terms = List.of(OF_A, new Term("B", 2, new Span(99, 200)));

        assertThat(Judge.overlaps(terms, List.of())).singleElement().asString().contains("A and B");
    }

    @Test
    void findsOverlapsOfTermsThatDoNotFollowEachOther() {
        List<Term> terms = List.of(
                new Term("A", 1, new Span(0, 500)),
                new Term("B", 2, new Span(100, 200)),
                new Term("C", 3, new Span(300, 400)));

        assertThat(Judge.overlaps(terms, List.of())).hasSize(2);
    }

    @Test
    void aMemberMayBeginANewTermOfItsOwnAtAnyTime() {
        List<Term> terms = List.of(OF_A, new Term("A", 2, new Span(50, 200)));

        assertThat(Judge.overlaps(terms, List.of())).isEmpty();
    }

    @Test
    void aThawedLeaderMayTryOnceAndBeRefused() {
        List<Tick> ticks = List.of(accepted(0, "A", 1), accepted(40, "B", 2), refused(60, "A", 1));

        assertThat(Judge.misconduct(ticks, OF_A, 50)).isEmpty();
    }

    @Test
    void aThawedLeaderMustNotTryTwice() {
        List<Tick> ticks = List.of(refused(60, "A", 1), refused(61, "A", 1));

        assertThat(Judge.misconduct(ticks, OF_A, 50)).singleElement().asString().contains("tried 2 ticks");
    }

    @Test
    void aThawedLeaderMustNotBeAccepted() {
        assertThat(Judge.misconduct(List.of(accepted(60, "A", 1)), OF_A, 50))
                .singleElement()
                .asString()
                .contains("was accepted");
    }

    @Test
    void aThawedLeaderMayLeadAgainInANewTerm() {
        assertThat(Judge.misconduct(List.of(accepted(60, "A", 3), accepted(61, "A", 3)), OF_A, 50))
                .isEmpty();
    }

    private static Tick accepted(long sequence, String member, long token) {
        return new Tick(sequence, sequence, member, token, true);
    }

    private static Tick refused(long sequence, String member, long token) {
        return new Tick(sequence, sequence, member, token, false);
    }
}
