// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** What {@link WorkingJvm}s said of their leaderships and exchanges. Safe for use by several threads. */
final class WorkLog {

    /** The end of an exchange that has not ended. */
    static final long NOT_ENDED = Long.MAX_VALUE;

    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    /** Something a member said. */
    record Entry(String what, String namespace, String member, long nanos) {}

    /** An exchange. */
    record Work(String member, long beginNanos, long endNanos) {}

    /** A leader follows another one that has worked. */
    record HandOver(String former, String next, long lastEndNanos, long gainNanos) {

        /** From the end of the former leader's last exchange to the gain; below zero if that was still going on. */
        double millis() {
            return (gainNanos - lastEndNanos) / 1e6;
        }
    }

    void add(String line) {
        String[] words = line.split(" ");
        entries.add(new Entry(words[0], words[1], words[2], Long.parseLong(words[3])));
    }

    Optional<String> leader(String namespace) {
        return of("gains", namespace)
                .max(Comparator.comparingLong(Entry::nanos))
                .map(Entry::member);
    }

    /** All exchanges in the order of their beginnings. */
    List<Work> works(String namespace) {
        return of("begins", namespace)
                .map(begin -> new Work(begin.member(), begin.nanos(), endOf(begin)))
                .sorted(Comparator.comparingLong(Work::beginNanos))
                .toList();
    }

    /** The exchange that is going on, if the leader works. */
    Optional<Work> current(String namespace) {
        return works(namespace).stream()
                .filter(work -> work.endNanos() == NOT_ENDED)
                .filter(work -> leader(namespace).equals(Optional.of(work.member())))
                .findFirst();
    }

    /** From one leader to the next, in their order. A leader tells the same gain more than once, and may end before it has worked. */
    List<HandOver> handOvers(String namespace) {
        List<Entry> gains = of("gains", namespace)
                .sorted(Comparator.comparingLong(Entry::nanos))
                .toList();
        List<HandOver> handOvers = new ArrayList<>();
        for (int next = 1; next < gains.size(); next++) {
            String former = gains.get(next - 1).member();
            Entry gain = gains.get(next);
            if (!gain.member().equals(former)) {
                lastEnd(namespace, former, gain.nanos())
                        .ifPresent(end -> handOvers.add(new HandOver(former, gain.member(), end, gain.nanos())));
            }
        }
        return handOvers;
    }

    private Optional<Long> lastEnd(String namespace, String member, long beforeNanos) {
        return works(namespace).stream()
                .filter(work -> work.member().equals(member) && work.beginNanos() < beforeNanos)
                .map(Work::endNanos)
                .max(Comparator.naturalOrder());
    }

    private long endOf(Entry begin) {
        return of("ends", begin.namespace())
                .filter(end -> end.member().equals(begin.member()) && end.nanos() >= begin.nanos())
                .mapToLong(Entry::nanos)
                .min()
                .orElse(NOT_ENDED);
    }

    private Stream<Entry> of(String what, String namespace) {
        return entries.stream()
                .filter(entry -> entry.what().equals(what) && entry.namespace().equals(namespace));
    }
}
