// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * When one lease is extended: as asked, and by itself on a schedule; one round at a time (S-E, S-L3). Confined to the
 * {@link Serial} of its lease.
 *
 * <p>Due times of all leases of an engine are aligned, so that their rounds travel in the same batches: the number of round
 * trips does not grow with the number of leases.
 */
final class Extender {

    /** Long enough for a lease that is held for moments only to be released before; short enough to lose nobody. */
    private static final Duration SOON = Duration.ofMillis(20);

    /** {@code result}: of what somebody waits for; nobody waits for the engine's own rounds. */
    private record Wanted(Verb verb, Duration ttl, @Nullable CompletableFuture<ExtensionRound.Result> result) {

        void complete(ExtensionRound.Result extended) {
            if (result != null) {
                result.complete(extended);
            }
        }

        void fail(Supplier<RedlockException> failure) {
            if (result != null) {
                result.completeExceptionally(failure.get());
            }
        }
    }

    private final Cluster cluster;
    private final HeldLease lease;
    private final Lineage lineage;
    private final Healer healer;
    private final Queue<Wanted> wanted = new ArrayDeque<>();

    private boolean keeping;
    private long holdUntil;
    private boolean busy;
    private boolean heldOut;
    private Scheduler.@Nullable Timer timer;

    Extender(Cluster cluster, HeldLease lease, Lineage lineage) {
        this.cluster = cluster;
        this.lease = lease;
        this.lineage = lineage;
        this.healer = new Healer(cluster, lease, lineage, this::extendNow);
    }

    /** From now on as requested. */
    void begin() {
        keeping = false;
        holdUntil = cluster.nowNotAhead() + lease.request().maxHold().toNanos();
        cancelTimer();
        goOn();
        if (!isAutomatic() && lineage.hasProvisional()) {
            schedule(soon());
        }
    }

    /** Extends by itself until {@link #begin}, for as long as it takes. */
    void keep() {
        keeping = true;
        holdUntil = cluster.nowNotAhead() + LeaseRequest.FOREVER.toNanos();
        goOn();
    }

    private void goOn() {
        if (isAutomatic()) {
            schedule(cluster.options().extendPeriod());
        }
    }

    private Duration soon() {
        return cluster.grid().compareTo(SOON) < 0 ? cluster.grid() : SOON;
    }

    private boolean isAutomatic() {
        return keeping || lease.request().autoExtend();
    }

    void stop() {
        cancelTimer();
        wanted.forEach(this::refuse);
        wanted.clear();
    }

    /** Asks for an extension; the future completes when a round decided it. */
    CompletableFuture<Duration> extend(Duration ttl) {
        CompletableFuture<ExtensionRound.Result> result = new CompletableFuture<>();
        lease.serial().run(() -> enqueue(new Wanted(Verb.EXTEND, ttl, result)));
        return result.thenApply(extended -> lease.remaining());
    }

    /** Extends for the last time and ends the lease here; what comes out is for who adopts it (S-O). */
    CompletableFuture<Handover> handOver(Duration ttl) {
        CompletableFuture<ExtensionRound.Result> result = new CompletableFuture<>();
        CompletableFuture<Handover> handover = result.thenApply(extended -> handedOver());
        lease.serial().run(() -> enqueue(new Wanted(Verb.EXTEND, ttl, result)));
        return handover;
    }

    private Handover handedOver() {
        lease.end(new Loss(Loss.Reason.HANDED_OVER, ""));
        Loss ended = lease.ended();
        if (ended != null && ended.reason() != Loss.Reason.HANDED_OVER) { // a release came first, on another thread
            throw new LeaseLostException(lease.resources(), ended);
        }
        return lineage.handover(cluster, lease);
    }

    /** Extends and mints; the future completes when a round decided it. */
    CompletableFuture<ExtensionRound.Result> mint() {
        CompletableFuture<ExtensionRound.Result> result = new CompletableFuture<>();
        enqueue(new Wanted(Verb.MINT, ownTtl(), result));
        return result;
    }

    /** S-A3: a node granted late; one round soon makes it full, so that the lease does not stay on just a quorum. */
    void joined(int node, Token under, Incarnation memory) {
        lineage.joined(node, under, memory);
        extendSoon();
    }

    /** A node may have lost the keys: the sooner it is healed, the less the others matter. */
    void extendSoon() {
        schedule(soon());
    }

    /** Why the lease is over when its deadline passed. */
    Loss expiry() {
        return heldOut
                ? new Loss(
                        Loss.Reason.HELD_TOO_LONG, "maxHold " + lease.request().maxHold())
                : new Loss(Loss.Reason.EXPIRED, "no extension reached a quorum before the deadline");
    }

    private void extendNow() {
        Duration ttl = ownTtl();
        if (lease.ended() == null && ttl.toMillis() > lease.drift().toMillis()) {
            enqueue(new Wanted(Verb.EXTEND, ttl, null));
        }
    }

    private void repair() {
        boolean healing = healer.heal();
        if (!healing && lineage.hasProvisional() && !isAutomatic()) {
            schedule(cluster.options().nodeTimeout()); // no other round would come by itself to make them full
        }
    }

    /**
     * What the engine's own rounds ask for: what is left, so that healing does not prolong a lease; of one that is extended
     * automatically at least the ttl of the request, within {@code maxHold}. Never less than was asked for last.
     */
    private Duration ownTtl() {
        long left = lease.leftOnNodes().toNanos();
        if (!isAutomatic()) {
            return Duration.ofNanos(left);
        }
        long ttl = lease.request().ttl().toNanos();
        long allowed = holdUntil - cluster.nowNotAhead() + lease.drift().toNanos();
        heldOut = allowed <= ttl;
        return Duration.ofNanos(Math.min(Math.max(ttl, left), allowed));
    }

    private void enqueue(Wanted next) {
        wanted.add(next);
        proceed();
    }

    private void proceed() {
        while (!busy && !wanted.isEmpty()) {
            begin(wanted.remove());
        }
    }

    private void begin(Wanted next) {
        lease.noticeExpiry();
        if (lease.ended() != null) {
            refuse(next);
            return;
        }
        busy = true;
        cancelTimer();
        new ExtensionRound(cluster, lease, lineage, next.verb(), next.ttl())
                .begin(verdict -> finish(next, verdict), this::repair);
    }

    private void finish(Wanted done, ExtensionRound.Result result) {
        busy = false;
        switch (result.verdict()) {
            case EXTENDED -> {
                goOn();
                done.complete(result);
            }
            case LOST -> {
                lease.end(result.loss());
                refuse(done);
            }
            default -> {
                done.fail(() -> result.unreachable(lease.resources()));
                retry();
            }
        }
        proceed();
    }

    private void refuse(Wanted refused) {
        Loss loss = lease.ended();
        Loss told = loss == null ? new Loss(Loss.Reason.RELEASED, "") : loss;
        refused.fail(() -> new LeaseLostException(lease.resources(), told));
    }

    /** S-L3: unknown is tried again until the deadline. */
    private void retry() {
        if (isAutomatic()) {
            long pause = cluster.options().nodeTimeout().toNanos() / 4;
            schedule(Duration.ofNanos(pause + cluster.randomNanos(pause)));
        }
    }

    private void schedule(Duration delay) {
        cancelTimer();
        if (lease.ended() == null) {
            timer = cluster.afterNanos(
                    cluster.aligned(delay), () -> lease.serial().run(this::extendNow));
        }
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
