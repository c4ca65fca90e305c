// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs that never were, with known properties. */
final class Runs {

    private static final long MILLI = 1_000_000;
    private static final Cast CAST =
            new Cast(List.of("A", "B", "C"), List.of("R1", "R2", "R3", "R4", "R5"), Duration.ofSeconds(3));

    private Runs() {}

    /** A run as it should be: A is killed, B frozen, C stopped in order, and A leads at the end. */
    static Chronicle good() {
        return new Chronicle(CAST, span(0, 48_000), phases(), terms(), ticks(), incidents(), failovers(), List.of());
    }

    /** The same, but the ledger accepted what B did after it went on, and then some. */
    static Chronicle withTwoLeaders() {
        List<Tick> ticks = new ArrayList<>(ticks());
        ticks.replaceAll(tick -> new Tick(tick.sequence(), tick.nanos(), tick.member(), tick.token(), true));
        for (int i = 0; i < 20; i++) {
            ticks.add(new Tick(10_000 + i, (21_800 + i * 50) * MILLI, "B", 2, true));
        }
        return new Chronicle(CAST, span(0, 26_000), phases(), terms(), ticks, incidents(), failovers(), List.of());
    }

    /** Nothing happened but this. */
    static Chronicle with(List<Failover> failovers, List<String> complaints) {
        return new Chronicle(CAST, span(0, 10_000), List.of(), List.of(), List.of(), List.of(), failovers, complaints);
    }

    private static List<Term> terms() {
        return List.of(
                new Term("A", 1, span(2_000, 8_000)),
                new Term("B", 2, span(8_120, 15_500)),
                new Term("C", 3, span(15_600, 43_000)),
                new Term("A", 4, span(43_070, 50_500)));
    }

    private static List<Tick> ticks() {
        List<Tick> ticks = new ArrayList<>();
        ticks("A", 1, 3_050, 5_080, ticks);
        ticks("B", 2, 9_200, 12_680, ticks);
        ticks("C", 3, 16_700, 21_700, ticks);
        ticks.add(new Tick(ticks.size(), 21_720 * MILLI, "B", 2, false));
        ticks("C", 3, 21_750, 42_950, ticks);
        ticks("A", 4, 44_100, 47_990, ticks);
        return ticks;
    }

    private static void ticks(String member, long token, long from, long to, List<Tick> ticks) {
        for (long millis = from; millis <= to; millis += 50) {
            ticks.add(new Tick(ticks.size(), millis * MILLI, member, token, true));
        }
    }

    private static List<Incident> incidents() {
        return List.of(
                new Incident(1, List.of("A"), "kill A", 5_100 * MILLI, true),
                new Incident(2, List.of("B"), "freeze B", 12_700 * MILLI, true),
                new Incident(3, List.of("R1", "R2"), "kill R1, R2", 24_300 * MILLI, true),
                new Incident(4, List.of("R3"), "freeze R3", 30_500 * MILLI, true),
                new Incident(5, List.of("C"), "stop C", 42_990 * MILLI, false));
    }

    private static List<Failover> failovers() {
        return List.of(
                failover(Cause.CRASH, "A", "B", span(5_100, 8_120)),
                failover(Cause.WAITED, "B", "C", span(12_700, 15_600)),
                failover(Cause.ORDERLY, "C", "A", span(42_950, 43_070)));
    }

    private static Failover failover(Cause cause, String from, String to, Span gap) {
        return new Failover(cause, from, to, gap, cause.limit(CAST.ttl()));
    }

    private static List<Phase> phases() {
        return List.of(
                new Phase("A", Condition.STARTING, span(100, 1_800)),
                new Phase("A", Condition.RUNNING, span(1_800, 5_110)),
                new Phase("A", Condition.DOWN, span(5_110, 8_200)),
                new Phase("A", Condition.STARTING, span(8_200, 9_700)),
                new Phase("A", Condition.RUNNING, span(9_700, 48_000)),
                new Phase("B", Condition.STARTING, span(100, 1_900)),
                new Phase("B", Condition.RUNNING, span(1_900, 12_710)),
                new Phase("B", Condition.FROZEN, span(12_710, 21_710)),
                new Phase("B", Condition.RUNNING, span(21_710, 48_000)),
                new Phase("C", Condition.STARTING, span(100, 1_850)),
                new Phase("C", Condition.RUNNING, span(1_850, 43_200)),
                new Phase("C", Condition.DOWN, span(43_200, 48_000)),
                new Phase("R1", Condition.RUNNING, span(0, 24_300)),
                new Phase("R1", Condition.DOWN, span(24_300, 27_400)),
                new Phase("R1", Condition.EMPTY, span(27_400, 28_100)),
                new Phase("R1", Condition.RUNNING, span(28_100, 48_000)),
                new Phase("R2", Condition.RUNNING, span(0, 24_310)),
                new Phase("R2", Condition.DOWN, span(24_310, 27_450)),
                new Phase("R2", Condition.EMPTY, span(27_450, 28_100)),
                new Phase("R2", Condition.RUNNING, span(28_100, 48_000)),
                new Phase("R3", Condition.RUNNING, span(0, 30_500)),
                new Phase("R3", Condition.FROZEN, span(30_500, 34_500)),
                new Phase("R3", Condition.EMPTY, span(34_500, 34_900)),
                new Phase("R3", Condition.RUNNING, span(34_900, 48_000)),
                new Phase("R4", Condition.RUNNING, span(0, 48_000)),
                new Phase("R5", Condition.RUNNING, span(0, 48_000)));
    }

    private static Span span(long fromMillis, long toMillis) {
        return new Span(fromMillis * MILLI, toMillis * MILLI);
    }
}
