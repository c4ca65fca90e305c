// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
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
    private final Grants grants;
    private final BitSet full = new BitSet();

    private @Nullable Round round;

    Adoption(Cluster cluster, Handover handover, LeaseRequest request) {
        this.cluster = cluster;
        this.handover = handover;
        this.request = request;
        this.grants = new Grants(cluster, request);
    }

    /** Refuses a lease of other nodes, before any of ours is asked: giver and adopter must have a list of nodes in common. */
    void check() {
        List<String> ours = cluster.nodes().stream().map(Node::name).toList();
        boolean isOurs = cluster.quorum().lists().stream()
                .map(list -> list.stream().mapToObj(ours::get).collect(Collectors.toSet()))
                .anyMatch(handover::isOfNodes);
        if (!isOurs) {
            List<String> theirs =
                    handover.nodes().stream().map(Handover.Share::node).toList();
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
        return vote.ifKept(share(node).memory().isContinuedBy(cluster.memoryShown(vote.answer())));
    }

    @Override
    public boolean isDecided(Votes now) {
        BitSet out = now.outstanding();
        out.and(full);
        BitSet counted = counted(now);
        return cluster.quorum().isReachedBy(counted) || !cluster.quorum().isReachedBy(counted, out);
    }

    @Override
    public void decided(Votes now) {
        BitSet counted = counted(now);
        grants.decided(now, counted);
        if (!cluster.quorum().isReachedBy(counted)) {
            fail();
            return;
        }
        Fence fence = Fence.of(now, counted);
        grants.raise(serial, fence, agreed -> {
            if (agreed && !grants.isTooLate()) {
                result.complete(grants.hold(fence, lineage()));
            } else {
                fail();
            }
        });
    }

    @Override
    public void settled(Votes now) {
        grants.settled(now);
    }

    @Override
    public void late(int node, Vote vote) {
        grants.late(node, vote);
    }

    private BitSet counted(Votes now) {
        BitSet granted = now.nodes(Vote.Kind.GRANTED);
        granted.and(full);
        return granted;
    }

    /** Exactly the nodes that counted for the giver and swapped; whatever else the giver's tokens may own is ours to release. */
    private Lineage lineage() {
        return grants.lineage(round, node -> share(node).tokens());
    }

    /** What was swapped is given back: too little to go on with. What was not is left for whoever has the string as well. */
    private void fail() {
        Command undo = grants.command(Verb.UNDO, List.of());
        for (int node = 0; node < cluster.size(); node++) {
            if (round != null && round.mayHaveReached(node)) {
                cluster.tell(node, undo);
            }
        }
        result.completeExceptionally(why());
    }

    private RedlockException why() {
        List<String> resources = request.names();
        Votes votes = grants.votes();
        BitSet gone = votes.nodes(Vote.Kind.LOST);
        gone.and(full);
        if (cluster.quorum().isReachedWithout(gone, full)) {
            return new QuorumUnreachableException("adoption of " + resources, cluster.quorum(), votes.list());
        }
        Loss loss;
        if (isSaid(gone, Answer.FORCED)) {
            loss = new Loss(Loss.Reason.FORCE_RELEASED, "before it was adopted");
        } else if (isSaid(gone, Answer.OTHER)) {
            loss = new Loss(Loss.Reason.TAKEN_OVER, "somebody has adopted it already, or acquired it since");
        } else {
            loss = new Loss(Loss.Reason.EXPIRED, "it was not adopted within the time it was handed over for");
        }
        return new LeaseLostException(resources, loss);
    }

    private boolean isSaid(BitSet nodes, String reason) {
        return nodes.stream()
                .mapToObj(grants.votes()::of)
                .anyMatch(vote -> vote != null && reason.equals(vote.answer().reason()));
    }

    private @Nullable Command adopt(int node, List<Long> proposals) {
        if (share(node).tokens().isEmpty()) {
            return null;
        }
        List<Token> tokens = new ArrayList<>(List.of(grants.token()));
        tokens.addAll(share(node).tokens());
        return new Command(
                Verb.ADOPT,
                request.resources(),
                tokens,
                request.ttl().toMillis(),
                proposals,
                cluster.options().memberId());
    }
}
