// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to acquire (S-A1 to S-A4): a new token, all nodes at once, a quorum of grants, fencing tokens a quorum agrees
 * on, the takeover wait if there must be one, and validity left; otherwise the release of whatever a node may have granted.
 * Runs in the {@link Serial} of its owner.
 */
final class Attempt implements Round.Course {

    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    private final Cluster cluster;
    private final Serial serial;
    private final LeaseRequest request;
    private final Consumer<AttemptResult> whenDone;
    private final Grants grants;
    private final long giveUpNanos;

    private @Nullable Round round;
    private @Nullable TakeoverWait wait;
    private long waitBegunNanos;
    private Scheduler.@Nullable Timer giveUpTimer;
    private boolean cancelled;

    /**
     * Not begun yet.
     *
     * @param giveUpNanos until when the caller would wait
     * @param whenDone is told the result once
     */
    Attempt(Cluster cluster, Serial serial, LeaseRequest request, long giveUpNanos, Consumer<AttemptResult> whenDone) {
        this.cluster = cluster;
        this.serial = serial;
        this.request = request;
        this.giveUpNanos = giveUpNanos;
        this.whenDone = whenDone;
        this.grants = new Grants(cluster, request);
    }

    /** Asks all nodes. */
    void begin() {
        serial.run(() -> {
            Command acquire = grants.command(
                    Verb.ACQUIRE, cluster.proposals(request.resources().size()));
            round = Round.begin(cluster, serial, cluster.options().nodeTimeout(), node -> acquire, this);
        });
    }

    /** The caller waits no longer: a takeover wait ends without a lease. A round is bounded anyway and goes on. */
    void giveUp() {
        serial.run(() -> {
            cancelled = true;
            if (wait != null) {
                wait.giveUp();
            }
        });
    }

    /** Also whether a refusal means "held by another" or "not known" is worth waiting for: the caller is told which. */
    @Override
    public boolean isDecided(Votes now) {
        Quorum quorum = cluster.quorum();
        BitSet out = now.outstanding();
        if (quorum.isReachedBy(now.granted(), out)) {
            return cluster.rule().isDecided(judged(now), out);
        }
        BitSet spoken = now.spoken();
        return quorum.isReachedBy(spoken) || !quorum.isReachedBy(spoken, out);
    }

    @Override
    public void decided(Votes now) {
        BitSet granted = now.granted();
        grants.decided(now, granted);
        if (!cluster.quorum().isReachedBy(granted)) {
            fail(null);
            return;
        }
        SecondLook.begin(cluster, serial, grants, judged(now), this::conclude);
    }

    private void conclude(@Nullable Cleanness[] judged) {
        BitSet counted = cluster.rule().counted(judged);
        grants.decided(grants.votes(), counted);
        if (!cluster.quorum().isReachedBy(counted)) {
            fail(null);
            return;
        }
        Fence fence = Fence.of(grants.votes(), counted);
        OptionalLong waitEnd = cluster.rule().waitEnd(judged, cluster.now());
        if (waitEnd.isPresent()) {
            takeOver(fence, waitEnd.getAsLong());
        } else {
            settle(fence);
        }
    }

    @Override
    public void settled(Votes now) {
        grants.settled(now);
    }

    @Override
    public void late(int node, Vote vote) {
        grants.late(node, vote);
    }

    private @Nullable Cleanness[] judged(Votes now) {
        @Nullable Cleanness[] judged = new Cleanness[cluster.size()];
        for (int node = 0; node < judged.length; node++) {
            Vote vote = now.of(node);
            if (vote != null && vote.kind() == Vote.Kind.GRANTED) {
                judged[node] = cluster.judge(node, vote.answer());
            }
        }
        return judged;
    }

    private void settle(Fence fence) {
        grants.raise(serial, fence, agreed -> {
            if (agreed && !grants.isTooLate()) {
                tell(grants.hold(fence, lineage()), null);
            } else {
                fail(null);
            }
        });
    }

    /** S-T5: the keys are kept, and nothing is held yet; the tokens minted so far are raised when the wait is over. */
    private void takeOver(Fence fence, long endNanos) {
        AttemptResult.Pending pending = pending(endNanos);
        boolean hasTime = endNanos - giveUpNanos <= 0;
        if (cancelled || !hasTime || grants.isTooLate()) {
            fail(hasTime ? null : pending);
            return;
        }
        LOG.info(
                "{} granted, waiting {} ms for whoever may still hold; {}",
                request.resources(),
                pending.remaining().toMillis(),
                pending.reasons());
        waitBegunNanos = cluster.nowNotAhead();
        Lineage lineage = lineage();
        HeldLease held = new HeldLease(cluster, request, fence.tokens(), lineage, grants.deadline());
        wait = new TakeoverWait(
                cluster, held, lineage, endNanos, taken -> serial.run(() -> waited(held, taken, endNanos)));
        giveUpTimer = cluster.afterNanos(giveUpNanos - cluster.nowNotAhead(), this::giveUp);
        wait.begin();
        grants.became(held);
    }

    private void waited(HeldLease held, boolean taken, long endNanos) {
        if (giveUpTimer != null) {
            giveUpTimer.cancel();
        }
        cluster.metrics().takeoverWait(taken, cluster.nowNotAhead() - waitBegunNanos);
        tell(taken ? held : null, cancelled && !taken ? pending(endNanos) : null);
    }

    private AttemptResult.Pending pending(long endNanos) {
        String reasons = cluster.options().takeover() == Takeover.STRICT
                ? "takeover is strict"
                : IntStream.range(0, cluster.size())
                        .mapToObj(this::doubt)
                        .filter(doubt -> !doubt.isEmpty())
                        .collect(Collectors.joining("; "));
        return new AttemptResult.Pending(Duration.ofNanos(Math.max(0, endNanos - cluster.nowNotAhead())), reasons);
    }

    /** Why the node's grant is no evidence; empty if it is, or there is none. */
    private String doubt(int node) {
        Vote vote = grants.votes().of(node);
        if (vote == null || vote.kind() != Vote.Kind.GRANTED) {
            return "";
        }
        String reason = cluster.judge(node, vote.answer()).reason();
        return reason.isEmpty() ? "" : vote.node() + ": " + reason;
    }

    private Lineage lineage() {
        return grants.lineage(round, node -> List.of());
    }

    private void fail(AttemptResult.@Nullable Pending pending) {
        Command undo = grants.command(Verb.UNDO, List.of());
        for (int node = 0; node < cluster.size(); node++) {
            if (mayHold(node)) {
                cluster.tell(node, undo);
            }
        }
        LOG.debug("{} not acquired: {}", request.resources(), grants.votes().list());
        tell(null, pending);
    }

    private void tell(@Nullable HeldLease held, AttemptResult.@Nullable Pending pending) {
        whenDone.accept(new AttemptResult(held, grants.votes(), cluster.nowNotAhead() - grants.start(), pending));
    }

    /** Silence and errors prove nothing, so those nodes are released too; a refusal by the script does prove it. */
    private boolean mayHold(int node) {
        Vote vote = grants.votes().of(node);
        boolean refused = vote != null && (vote.kind() == Vote.Kind.HELD || vote.kind() == Vote.Kind.INELIGIBLE);
        return !refused && round != null && round.mayHaveReached(node);
    }
}
