// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What the nodes said last of who stands there. A member is whoever stands on at least one node that answers. When none does any
 * more, what they said holds until its time is over. Used by one thread at a time.
 */
final class Roster {

    /** What one node said when it was looked at for that time, with the ends on the local clock. */
    private record Page(long look, Map<String, Long> endNanos) {}

    private static final Page BLANK = new Page(0, Map.of());

    private final Page[] pages;

    Roster(int nodes) {
        pages = Stream.generate(() -> BLANK).limit(nodes).toArray(Page[]::new);
    }

    /** A node answered; not believed if a later look was answered already. */
    void answered(int node, long look, List<Answer.Member> members, long nowNanos) {
        if (look > pages[node].look()) {
            Map<String, Long> ends = new HashMap<>();
            members.forEach(member -> ends.put(member.id(), nowNanos + member.remainingMillis() * 1_000_000));
            pages[node] = new Page(look, Map.copyOf(ends));
        }
    }

    /** The nodes had their time for this look: what those said before who said nothing now counts no more, if others did. */
    void settled(long look) {
        boolean isAnswered = Stream.of(pages).anyMatch(page -> page.look() >= look);
        for (int node = 0; isAnswered && node < pages.length; node++) {
            pages[node] = pages[node].look() >= look ? pages[node] : BLANK;
        }
    }

    /** Who stands now. */
    SortedSet<String> at(long nowNanos) {
        SortedSet<String> members = new TreeSet<>();
        for (Page page : pages) {
            page.endNanos().forEach((id, end) -> {
                if (end - nowNanos > 0) {
                    members.add(id);
                }
            });
        }
        return members;
    }

    /** When the next of them may be gone, from now on; a long time if there is none. */
    long nanosToNextEnd(long nowNanos) {
        return Stream.of(pages)
                .flatMap(page -> page.endNanos().values().stream())
                .mapToLong(end -> end - nowNanos)
                .filter(left -> left > 0)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
