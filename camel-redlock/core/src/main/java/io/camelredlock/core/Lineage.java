// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Which nodes carry a lease, and since when (S-A3, S-H). Confined to the {@link Serial} of its lease.
 *
 * <p>A node is <em>full</em> when its vote counts in an extension, <em>provisional</em> when it got the keys too late for
 * that, and otherwise it has none. A node that lost the keys is never full again without having been provisional, or a
 * heal that straddles somebody else's grant would count.
 */
final class Lineage {

    private final BitSet full = new BitSet();
    private final BitSet provisional = new BitSet();
    private final long[] joined; // which of all joins it was
    private final Incarnation[] memories;
    private final List<List<Token>> issued;

    private long joins;

    Lineage(int nodes) {
        joined = new long[nodes];
        memories = new Incarnation[nodes];
        Arrays.fill(memories, Incarnation.UNKNOWN);
        issued = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            issued.add(new ArrayList<>());
        }
    }

    /** The node was sent this token; it is the one to use there from now on. */
    void issued(int node, Token token) {
        issued.get(node).add(token);
    }

    /** All tokens the node was ever sent, the present one last. */
    List<Token> tokens(int node) {
        return List.copyOf(issued.get(node));
    }

    Token token(int node) {
        List<Token> tokens = issued.get(node);
        return tokens.get(tokens.size() - 1);
    }

    /** The node has the keys, in that memory, and counts. */
    void full(int node, Incarnation memory) {
        memories[node] = memory;
        promote(node);
    }

    private void promote(int node) {
        provisional.clear(node);
        full.set(node);
    }

    /** Whether the node answers from the memory it had when it got the keys; a mark written since is part of it. */
    boolean isStill(int node, Incarnation memory) {
        if (!memories[node].isContinuedBy(memory)) {
            return false;
        }
        memories[node] = memory;
        return true;
    }

    /** A node that changed its memory since it got the keys has left, even if they came back to it (S-H). */
    Vote judged(int node, Vote vote, Incarnation shown) {
        return vote.ifKept(isStill(node, shown));
    }

    /**
     * The node has the keys under that token since now, too late to count before the next round. If it was issued another one
     * since, the answer is out of date: a heal is on its way that replaces what the answer tells of.
     */
    void joined(int node, Token under, Incarnation memory) {
        if (!full.get(node) && token(node).equals(under)) {
            provisional.set(node);
            memories[node] = memory;
            joined[node] = ++joins;
        }
    }

    void missing(int node) {
        full.clear(node);
        provisional.clear(node);
    }

    /** How many nodes have joined so far: a round remembers it, so that no clock is needed to know who was there before. */
    long joins() {
        return joins;
    }

    /** A provisional node that agreed in a successful round becomes full if it had joined before that round began. */
    void agreed(int node, long joinsBefore) {
        if (provisional.get(node) && joined[node] <= joinsBefore) {
            promote(node);
        }
    }

    BitSet full() {
        return (BitSet) full.clone();
    }

    /** What another process needs to go on with the lease. */
    Handover handover(Cluster cluster, HeldLease lease) {
        List<Handover.Held> resources = new ArrayList<>();
        for (int i = 0; i < lease.request().resources().size(); i++) {
            long fence = lease.fences().isEmpty() ? 0 : lease.fences().get(i);
            resources.add(new Handover.Held(lease.request().resources().get(i), fence));
        }
        List<Handover.Share> shares = new ArrayList<>();
        for (int node = 0; node < memories.length; node++) {
            String name = cluster.nodes().get(node).name();
            shares.add(new Handover.Share(
                    name, cluster.quorum().listsOf(node), full.get(node), memories[node], tokens(node)));
        }
        return new Handover(resources, lease.request().ttl().toMillis(), shares);
    }

    boolean isPresent(int node) {
        return full.get(node) || provisional.get(node);
    }

    /** Whether the node may still have keys under a token of this lease. */
    boolean wasIssued(int node) {
        return !issued.get(node).isEmpty();
    }

    /** Whether every node is full. */
    boolean isWhole() {
        return full.cardinality() == joined.length;
    }

    boolean hasProvisional() {
        return !provisional.isEmpty();
    }
}
