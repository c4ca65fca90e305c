// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Goes on with a lease that another process handed over (S-O): swaps its tokens for a new one, and holds if a quorum did so of
 * the nodes that counted there. As each of them has kept the keys all the time, nobody can have held in between. Confined to
 * its {@link Serial}.
 */
final class Adoption implements Round.Course {

    private final Cluster cluster;
    private final Handover handover;
    private final LeaseRequest request;
    private final Serial serial = new Serial();
    private final CompletableFuture<HeldLease> result = new CompletableFuture<>();
    private final Token token;
    private final long start;
    private final BitSet full = new BitSet();

    private @Nullable Round round;
    private @Nullable HeldLease lease;
    private BitSet counted = new BitSet();
    private Votes votes;

    Adoption(Cluster cluster, Handover handover, LeaseRequest request) {
        this.cluster = cluster;
        this.handover = handover;
        this.request = request;
        this.token = cluster.newToken();
        this.start = cluster.nowNotAhead();
        this.votes = Votes.awaited(cluster.size(), new BitSet());
    }

    /** Refuses a lease of other nodes, before any of ours is asked. */
    void check() {
        List<String> ours = cluster.nodes().stream().map(Node::name).sorted().toList();
        List<String> theirs =
                handover.nodes().stream().map(Handover.Share::node).sorted().toList();
        if (!ours.equals(theirs)) {
            throw new IllegalArgumentException(
                    "the lease was handed over by an engine on the nodes " + theirs + ", not " + ours);
        }
    }

    /** The lease, or why it cannot be had. */
    CompletableFuture<HeldLease> begin() {
        serial.run(() -> {
            List<Long> proposals = cluster.proposals(request.resources().size());
            for (int node = 0; node < cluster.size(); node++) {
                full.set(node, share(node).isFull());
            }
            round = Round.begin(cluster, serial, cluster.options().nodeTimeout(), node -> adopt(node, proposals), this);
        });
        return result;
    }

    private Handover.Share share(int node) {
        return handover.share(cluster.nodes().get(node).name());
    }

    /** A node that has another memory than the giver's has not kept the keys, even if it shows them. */
    @Override
    public Vote judged(int node, Vote vote) {
        boolean agreed = vote.kind() == Vote.Kind.GRANTED;
        return agreed && !share(node).memory().isContinuedBy(cluster.memoryShown(vote.answer()))
                ? Vote.of(vote.node(), Answer.lost(Answer.ABSENT))
                : vote;
    }

    @Override
    public boolean isDecided(Votes now) {
        BitSet out = now.outstandingNodes();
        out.and(full);
        int counted = counted(now).cardinality();
        return counted >= cluster.quorum() || counted + out.cardinality() < cluster.quorum();
    }

    @Override
    public void decided(Votes now) {
        votes = now;
        counted = counted(now);
        if (counted.cardinality() < cluster.quorum()) {
            fail();
            return;
        }
        Fence fence = Fence.of(now, counted);
        Command raise = command(Verb.EXTEND, List.of(token), fence.tokens());
        Raising.begin(cluster, serial, fence, node -> counted.get(node) ? raise : null, agreed -> {
            if (agreed) {
                hold(fence);
            } else {
                fail();
            }
        });
    }

    @Override
    public void settled(Votes now) {
        votes = now;
        joinLateGrants();
    }

    @Override
    public void late(int node, Vote vote) {
        votes = votes.with(node, vote);
        joinLateGrants();
    }

    private BitSet counted(Votes now) {
        BitSet granted = now.nodes(Vote.Kind.GRANTED);
        granted.and(full);
        return granted;
    }

    private void hold(Fence fence) {
        long deadline = cluster.validity(request.ttl()).deadline(start);
        if (deadline - cluster.now() <= 0) {
            fail();
            return;
        }
        cluster.sawFences(fence.tokens());
        HeldLease held = new HeldLease(cluster, request, fence.tokens(), lineage(), deadline);
        held.begin();
        lease = held;
        joinLateGrants();
        result.complete(held);
    }

    /** Exactly the nodes that counted for the giver and swapped; whatever else the giver's tokens may own is ours to release. */
    private Lineage lineage() {
        Lineage lineage = new Lineage(cluster.size());
        for (int node = 0; node < cluster.size(); node++) {
            for (Token old : share(node).tokens()) {
                lineage.issued(node, old);
            }
            if (round != null && round.wasSent(node)) {
                lineage.issued(node, token);
            }
        }
        counted.stream().forEach(node -> lineage.full(node, memoryOf(node)));
        return lineage;
    }

    private Incarnation memoryOf(int node) {
        Vote vote = votes.of(node);
        return vote == null ? Incarnation.UNKNOWN : cluster.memoryShown(vote.answer());
    }

    private void joinLateGrants() {
        HeldLease held = lease;
        if (held != null) {
            BitSet more = votes.nodes(Vote.Kind.GRANTED);
            more.andNot(counted);
            counted.or(more);
            more.stream().forEach(node -> held.joined(node, token, memoryOf(node)));
        }
    }

    /** What was swapped is given back: too little to go on with. What was not is left for whoever has the string as well. */
    private void fail() {
        Command undo = command(Verb.UNDO, List.of(token), List.of());
        for (int node = 0; node < cluster.size(); node++) {
            if (round != null && round.mayHaveReached(node)) {
                cluster.tell(node, undo);
            }
        }
        result.completeExceptionally(why());
    }

    private RedlockException why() {
        List<String> resources =
                request.resources().stream().map(Resource::name).toList();
        BitSet gone = votes.nodes(Vote.Kind.LOST);
        gone.and(full);
        if (full.cardinality() - gone.cardinality() >= cluster.quorum()) {
            return new QuorumUnreachableException("adoption of " + resources, cluster.size(), votes.list());
        }
        boolean isOther = gone.stream()
                .mapToObj(votes::of)
                .anyMatch(vote ->
                        vote != null && Answer.OTHER.equals(vote.answer().reason()));
        Loss loss = isOther
                ? new Loss(Loss.Reason.TAKEN_OVER, "somebody has adopted it already, or acquired it since")
                : new Loss(Loss.Reason.EXPIRED, "it was not adopted within the time it was handed over for");
        return new LeaseLostException(resources, loss);
    }

    private Command command(Verb verb, List<Token> tokens, List<Long> numbers) {
        return new Command(
                verb,
                request.resources(),
                tokens,
                request.ttl().toMillis(),
                numbers,
                cluster.options().memberId());
    }

    private @Nullable Command adopt(int node, List<Long> proposals) {
        if (share(node).tokens().isEmpty()) {
            return null;
        }
        List<Token> tokens = new ArrayList<>(List.of(token));
        tokens.addAll(share(node).tokens());
        return command(Verb.ADOPT, tokens, proposals);
    }
}
