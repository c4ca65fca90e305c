// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The votes of one round as they stand: one per node asked, or none yet. Immutable. */
final class Votes {

    private final @Nullable Vote[] votes;
    private final BitSet asked;

    private Votes(@Nullable Vote[] votes, BitSet asked) {
        this.votes = votes;
        this.asked = asked;
    }

    /** No votes yet, from these of so many nodes. */
    static Votes awaited(int nodes, BitSet asked) {
        return new Votes(new Vote[nodes], (BitSet) asked.clone());
    }

    Votes with(int node, Vote vote) {
        @Nullable Vote[] more = votes.clone();
        more[node] = vote;
        return new Votes(more, asked);
    }

    @Nullable
    Vote of(int node) {
        return votes[node];
    }

    /** The nodes whose vote is of one of these kinds. */
    BitSet nodes(Vote.Kind... kinds) {
        BitSet nodes = new BitSet();
        for (Vote.Kind kind : kinds) {
            each(kind, nodes::set);
        }
        return nodes;
    }

    /** Does this with each node whose vote is of this kind. */
    void each(Vote.Kind kind, IntConsumer action) {
        for (int node = 0; node < votes.length; node++) {
            Vote vote = votes[node];
            if (vote != null && vote.kind() == kind) {
                action.accept(node);
            }
        }
    }

    /** The nodes that are for us. */
    BitSet granted() {
        return nodes(Vote.Kind.GRANTED);
    }

    /** The nodes that said who may have it: we, or somebody else. */
    BitSet spoken() {
        return nodes(Vote.Kind.GRANTED, Vote.Kind.HELD);
    }

    /** The nodes that were asked and have not voted. */
    BitSet outstanding() {
        BitSet nodes = (BitSet) asked.clone();
        for (int node = 0; node < votes.length; node++) {
            if (votes[node] != null) {
                nodes.clear(node);
            }
        }
        return nodes;
    }

    boolean isComplete() {
        return outstanding().isEmpty();
    }

    /** The votes that are in, by node. */
    List<Vote> list() {
        List<Vote> list = new ArrayList<>();
        for (Vote vote : votes) {
            if (vote != null) {
                list.add(vote);
            }
        }
        return list;
    }
}
