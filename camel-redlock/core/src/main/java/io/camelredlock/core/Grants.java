// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The grants of one round under one token: those that count, those that came later, and the lease they became. Confined to the
 * {@link Serial} of the round's owner.
 */
final class Grants {

    private final Cluster cluster;
    private final LeaseRequest request;
    private final Token token;
    private final long start;

    private Votes votes;
    private BitSet counted = new BitSet();
    private @Nullable HeldLease lease;

    /** None yet, of a round that begins now. */
    Grants(Cluster cluster, LeaseRequest request) {
        this.cluster = cluster;
        this.request = request;
        this.token = cluster.newToken();
        this.start = cluster.nowNotAhead();
        this.votes = Votes.awaited(cluster.size(), new BitSet());
    }

    Token token() {
        return token;
    }

    long start() {
        return start;
    }

    /** Until when a lease that comes of the round may be trusted. */
    long deadline() {
        return cluster.validity(request.ttl()).deadline(start);
    }

    /** S-A4: a quorum that took longer than the lease is worth nothing. */
    boolean isTooLate() {
        return deadline() - cluster.now() <= 0;
    }

    Votes votes() {
        return votes;
    }

    /** The round is decided, by the grants of these nodes. */
    void decided(Votes now, BitSet counting) {
        votes = now;
        counted = counting;
    }

    /** All votes of the round are in or overdue. */
    void settled(Votes now) {
        votes = now;
        joinLate();
    }

    /** A vote came after its time. */
    void late(int node, Vote vote) {
        votes = votes.with(node, vote);
        joinLate();
    }

    /** A grant is no longer there, as this vote says. */
    void gone(int node, Vote vote) {
        votes = votes.with(node, vote);
    }

    /** Makes a quorum stand at the same fencing tokens, and says whether that came to be. */
    void raise(Serial serial, Fence fence, Consumer<Boolean> whenDone) {
        Command raise = command(Verb.EXTEND, fence.tokens());
        Raising.begin(cluster, serial, fence, node -> counted.get(node) ? raise : null, whenDone);
    }

    /** Whether the answer comes from the memory that granted. */
    boolean isStill(int node, Answer answer) {
        return memoryOf(node).isContinuedBy(cluster.memoryShown(answer));
    }

    /** A command about what is granted. */
    Command command(Verb verb, List<Long> numbers) {
        return request.command(
                verb, token, request.ttl(), numbers, cluster.options().memberId());
    }

    /**
     * Where the lease lives: full on the nodes that count.
     *
     * @param earlier the tokens under which a node may have keys from before
     */
    Lineage lineage(@Nullable Round round, IntFunction<List<Token>> earlier) {
        Lineage lineage = new Lineage(cluster.size());
        for (int node = 0; node < cluster.size(); node++) {
            for (Token old : earlier.apply(node)) {
                lineage.issued(node, old);
            }
            if (round != null && round.wasSent(node)) {
                lineage.issued(node, token);
            }
        }
        counted.stream().forEach(node -> lineage.full(node, memoryOf(node)));
        return lineage;
    }

    /** The lease, held from now on. */
    HeldLease hold(Fence fence, Lineage lineage) {
        cluster.sawFences(fence.tokens());
        HeldLease held = new HeldLease(cluster, request, fence.tokens(), lineage, deadline());
        held.begin();
        became(held);
        return held;
    }

    /** S-A3: grants beyond those that were counted strengthen the lease. */
    void became(HeldLease held) {
        lease = held;
        joinLate();
    }

    private void joinLate() {
        HeldLease held = lease;
        if (held != null) {
            BitSet more = votes.nodes(Vote.Kind.GRANTED);
            more.andNot(counted);
            counted.or(more);
            more.stream().forEach(node -> held.joined(node, token, memoryOf(node)));
        }
    }

    private Incarnation memoryOf(int node) {
        Vote vote = votes.of(node);
        return vote == null ? Incarnation.UNKNOWN : cluster.memoryShown(vote.answer());
    }
}
