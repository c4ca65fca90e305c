// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The nodes of an engine, and those its cluster is leaving behind (S-N3). Immutable.
 *
 * @param nodes the configured list; at least one
 * @param previous the list that other members may still have, empty if the list does not change; a node in both is the same object
 */
public record NodeLists(List<Node> nodes, List<Node> previous) {

    public NodeLists {
        nodes = List.copyOf(nodes);
        previous = List.copyOf(previous);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("nodes must name at least one node");
        }
    }

    /** One list, which does not change. */
    public static NodeLists of(List<? extends Node> nodes) {
        return new NodeLists(List.copyOf(nodes), List.of());
    }

    /** Each node once, those of the configured list first. */
    public List<Node> all() {
        Set<Node> all = new LinkedHashSet<>(nodes);
        all.addAll(previous);
        return List.copyOf(all);
    }

    Quorum quorum() {
        List<Node> all = all();
        return new Quorum(Stream.of(nodes, previous)
                .filter(list -> !list.isEmpty())
                .map(list -> numbers(all, list))
                .toList());
    }

    private static BitSet numbers(List<Node> all, List<Node> list) {
        BitSet numbers = new BitSet();
        list.forEach(node -> numbers.set(all.indexOf(node)));
        return numbers;
    }
}
