// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Looks for two leaders at once. Pure: it sees what was recorded, and nothing else. */
final class Judge {

    private Judge() {}

    /** Every overlap, in words: stale ticks that the ledger accepted, and terms of two members that were valid at once. */
    static List<String> overlaps(List<Term> terms, List<Tick> ticks) {
        List<String> found = new ArrayList<>(intersections(terms));
        late(ticks).stream()
                .filter(Tick::accepted)
                .map(tick ->
                        "tick " + tick.sequence() + " of " + tick.member() + " was accepted after one of a later term")
                .forEach(found::add);
        return found;
    }

    /** What a leader that was frozen until its lease expired must not do after it went on: have a tick accepted, or try twice. */
    static List<String> misconduct(List<Tick> ticks, Term frozen, long thawedNanos) {
        List<Tick> late = ticks.stream()
                .filter(tick -> tick.token() == frozen.token() && tick.nanos() >= thawedNanos)
                .toList();
        List<String> found = new ArrayList<>();
        if (late.stream().anyMatch(Tick::accepted)) {
            found.add("a tick of " + frozen.member() + " was accepted after it had been frozen and thawed");
        }
        if (late.size() > 1) {
            found.add(frozen.member() + " tried " + late.size() + " ticks after it had been frozen and thawed");
        }
        return found;
    }

    /** Ticks that followed an accepted tick of a later term. The ledger's order counts, not when a line arrived. */
    static List<Tick> late(List<Tick> ticks) {
        List<Tick> found = new ArrayList<>();
        long highest = Long.MIN_VALUE;
        for (Tick tick : inOrder(ticks)) {
            if (tick.token() < highest) {
                found.add(tick);
            }
            if (tick.accepted()) {
                highest = Math.max(highest, tick.token());
            }
        }
        return found;
    }

    private static List<String> intersections(List<Term> terms) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < terms.size(); i++) {
            for (Term other : terms.subList(i + 1, terms.size())) {
                Term one = terms.get(i);
                if (!one.member().equals(other.member()) && one.validity().intersects(other.validity())) {
                    found.add(one.member() + " and " + other.member() + " were both valid from "
                            + Span.text(Math.max(
                                    one.validity().from(), other.validity().from())));
                }
            }
        }
        return found;
    }

    private static List<Tick> inOrder(List<Tick> ticks) {
        return ticks.stream().sorted(Comparator.comparingLong(Tick::sequence)).toList();
    }
}
