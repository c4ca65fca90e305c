// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How many nodes decide: a strict majority of the configured ones, whoever of them is reachable; while the list of nodes changes,
 * a majority of each list (S-N3), so that whoever knows only one of them meets us in it. Immutable.
 *
 * @param lists the nodes by number, in each list
 */
record Quorum(List<BitSet> lists) {

    /** When nothing would be enough, or is not known ever to be. */
    static final long NEVER = Long.MAX_VALUE;

    Quorum {
        lists = List.copyOf(lists);
    }

    /** Of one list with so many nodes. */
    static Quorum of(int nodes) {
        BitSet all = new BitSet();
        all.set(0, nodes);
        return new Quorum(List.of(all));
    }

    /** Whether the nodes in any of these sets are enough. */
    boolean isReachedBy(BitSet... parts) {
        for (BitSet list : lists) {
            if (counted(list, parts) < needed(list)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the nodes are enough for somebody who knows one of our lists alone. */
    boolean isReachedInOneListBy(BitSet nodes) {
        return lists.stream().anyMatch(list -> counted(list, nodes) >= needed(list));
    }

    /** Whether the nodes are enough without those that are gone. */
    boolean isReachedWithout(BitSet gone, BitSet nodes) {
        BitSet left = (BitSet) nodes.clone();
        left.andNot(gone);
        return isReachedBy(left);
    }

    /** Which lists the node is in: the sum of 1 for the first and 2 for the second. */
    int listsOf(int node) {
        int sum = 0;
        for (int list = 0; list < lists.size(); list++) {
            sum += lists.get(list).get(node) ? 1 << list : 0;
        }
        return sum;
    }

    private static int counted(BitSet list, BitSet... parts) {
        int count = 0;
        for (int node = list.nextSetBit(0); node >= 0; node = list.nextSetBit(node + 1)) {
            boolean isIn = false;
            for (BitSet part : parts) {
                isIn |= part.get(node);
            }
            count += isIn ? 1 : 0;
        }
        return count;
    }

    private static int needed(BitSet list) {
        return list.cardinality() / 2 + 1;
    }

    /** The earliest time at which the nodes are enough, given from when on each counts. */
    long earliest(long[] fromByNode) {
        BitSet nodes = new BitSet();
        int[] byTime = IntStream.range(0, fromByNode.length)
                .boxed()
                .sorted(Comparator.comparingLong(node -> fromByNode[node]))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int node : byTime) {
            nodes.set(node);
            if (isReachedBy(nodes)) {
                return fromByNode[node];
            }
        }
        return NEVER;
    }

    /** How many nodes there are in all lists together. */
    int nodes() {
        return (int) lists.stream().flatMapToInt(BitSet::stream).distinct().count();
    }

    /** For people: what is needed. */
    @Override
    public String toString() {
        List<String> parts = lists.stream()
                .map(list -> needed(list) + " of " + list.cardinality())
                .toList();
        return parts.get(0) + " nodes"
                + parts.stream()
                        .skip(1)
                        .map(part -> " and " + part + " previousNodes")
                        .collect(Collectors.joining());
    }
}
