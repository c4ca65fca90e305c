// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The fencing tokens a round of grants amounts to: for each resource the highest counter among the counted nodes, and which
 * of these nodes stand at it (S-F2). Pure.
 *
 * @param tokens one per resource
 * @param settled the counted nodes whose counters are all equal to {@code tokens}
 */
record Fence(List<Long> tokens, BitSet settled) {

    /** Of the answers of the counted nodes; without fencing they carry no counters and all stand at nothing. */
    static Fence of(Votes votes, BitSet counted) {
        List<Long> highest = counted.stream()
                .mapToObj(node -> fences(votes, node))
                .reduce(Fence::higher)
                .orElse(List.of());
        BitSet settled = new BitSet();
        counted.stream().filter(node -> fences(votes, node).equals(highest)).forEach(settled::set);
        return new Fence(highest, settled);
    }

    static List<Long> fences(Votes votes, int node) {
        Vote vote = votes.of(node);
        return vote == null ? List.of() : vote.answer().fences();
    }

    private static List<Long> higher(List<Long> one, List<Long> other) {
        return IntStream.range(0, one.size())
                .mapToObj(i -> Math.max(one.get(i), other.get(i)))
                .toList();
    }
}
