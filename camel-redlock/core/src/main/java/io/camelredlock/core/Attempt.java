// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to acquire (S-A1 to S-A4): a new token, all nodes at once, a quorum of grants, fencing tokens a quorum agrees
 * on, and validity left; otherwise the release of whatever a node may have granted. Runs in the {@link Serial} of its owner.
 */
final class Attempt implements Round.Course {

    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    private final Cluster cluster;
    private final Serial serial;
    private final LeaseRequest request;
    private final Consumer<AttemptResult> whenDone;
    private final Token token;
    private final long start;

    private @Nullable Round round;
    private Votes votes;
    private BitSet counted = new BitSet();
    private @Nullable HeldLease lease;

    private Attempt(Cluster cluster, Serial serial, LeaseRequest request, Consumer<AttemptResult> whenDone) {
        this.cluster = cluster;
        this.serial = serial;
        this.request = request;
        this.whenDone = whenDone;
        this.token = cluster.newToken();
        this.start = cluster.nowNotAhead();
        this.votes = Votes.awaited(cluster.size(), new BitSet());
    }

    /** Asks all nodes; says the result once. */
    static void begin(Cluster cluster, Serial serial, LeaseRequest request, Consumer<AttemptResult> whenDone) {
        serial.run(() -> new Attempt(cluster, serial, request, whenDone).ask());
    }

    private void ask() {
        Command acquire = command(Verb.ACQUIRE, proposals());
        round = Round.begin(cluster, serial, cluster.options().nodeTimeout(), node -> acquire, this);
    }

    /** Also whether a refusal means "held by another" or "not known" is worth waiting for: the caller is told which. */
    @Override
    public boolean isDecided(Votes now) {
        int granted = now.granted();
        int out = now.outstanding();
        boolean impossible = granted + out < cluster.quorum();
        int spoken = granted + now.count(Vote.Kind.HELD);
        boolean explained = spoken >= cluster.quorum() || spoken + out < cluster.quorum();
        return granted >= cluster.quorum() || impossible && explained;
    }

    @Override
    public void decided(Votes now) {
        votes = now;
        counted = now.nodes(Vote.Kind.GRANTED);
        if (counted.cardinality() < cluster.quorum()) {
            fail();
            return;
        }
        Fence fence = Fence.of(now, counted);
        if (fence.settled().cardinality() >= cluster.quorum()) {
            grant(fence);
        } else {
            raise(fence);
        }
    }

    @Override
    public void settled(Votes now) {
        votes = now;
        joinLateGrants();
    }

    @Override
    public void late(int node, Answer answer) {
        votes = votes.with(node, cluster.vote(node, answer));
        joinLateGrants();
    }

    /** S-F3: the counted nodes with lower counters are raised, and count only if they then stand exactly at the highest. */
    private void raise(Fence fence) {
        Command extend = command(Verb.EXTEND, fence.tokens());
        BitSet lower = (BitSet) counted.clone();
        lower.andNot(fence.settled());
        Round.begin(
                cluster,
                serial,
                cluster.options().nodeTimeout(),
                node -> lower.get(node) ? extend : null,
                new Raise(fence));
    }

    private final class Raise implements Round.Course {

        private final Fence fence;

        Raise(Fence fence) {
            this.fence = fence;
        }

        @Override
        public boolean isDecided(Votes now) {
            int agreed = agreed(now);
            return agreed >= cluster.quorum() || agreed + now.outstanding() < cluster.quorum();
        }

        @Override
        public void decided(Votes now) {
            if (agreed(now) >= cluster.quorum()) {
                grant(fence);
            } else {
                fail();
            }
        }

        private int agreed(Votes now) {
            long raised = now.nodes(Vote.Kind.GRANTED).stream()
                    .filter(node -> Fence.fences(now, node).equals(fence.tokens()))
                    .count();
            return fence.settled().cardinality() + (int) raised;
        }
    }

    private void grant(Fence fence) {
        long deadline = cluster.validity(request.ttl()).deadline(start);
        if (deadline - cluster.now() <= 0) {
            fail(); // S-A4: a quorum that took longer than the lease is worth nothing
            return;
        }
        cluster.sawFences(fence.tokens());
        lease = new HeldLease(cluster, request, fence.tokens(), lineage(), deadline);
        lease.begin();
        joinLateGrants();
        whenDone.accept(new AttemptResult(lease, votes, cluster.nowNotAhead() - start));
    }

    private Lineage lineage() {
        Lineage lineage = new Lineage(cluster.size());
        for (int node = 0; node < cluster.size(); node++) {
            if (round != null && round.wasSent(node)) {
                lineage.issued(node, token);
            }
        }
        counted.stream().forEach(lineage::full);
        return lineage;
    }

    /** S-A3: grants beyond those that were counted strengthen the lease. */
    private void joinLateGrants() {
        HeldLease held = lease;
        if (held != null) {
            BitSet more = votes.nodes(Vote.Kind.GRANTED);
            more.andNot(counted);
            counted.or(more);
            more.stream().forEach(node -> held.joined(node, token));
        }
    }

    private void fail() {
        Command undo = new Command(
                Verb.UNDO, request.resources(), List.of(token), request.ttl().toMillis(), List.of(), "");
        for (int node = 0; node < cluster.size(); node++) {
            if (mayHold(node)) {
                cluster.submit(node, new Call(undo, answer -> {}));
            }
        }
        LOG.debug("{} not acquired: {}", request.resources(), votes.list());
        whenDone.accept(new AttemptResult(null, votes, cluster.nowNotAhead() - start));
    }

    /** Silence and errors prove nothing, so those nodes are released too; a refusal by the script does prove it. */
    private boolean mayHold(int node) {
        Vote vote = votes.of(node);
        boolean refused = vote != null && (vote.kind() == Vote.Kind.HELD || vote.kind() == Vote.Kind.INELIGIBLE);
        return !refused && round != null && round.mayHaveReached(node);
    }

    private List<Long> proposals() {
        if (!cluster.options().fencing()) {
            return List.of();
        }
        long proposal = cluster.proposeFence();
        return request.resources().stream().map(resource -> proposal).toList();
    }

    private Command command(Verb verb, List<Long> fences) {
        return new Command(
                verb,
                request.resources(),
                List.of(token),
                request.ttl().toMillis(),
                fences,
                cluster.options().memberId());
    }
}
