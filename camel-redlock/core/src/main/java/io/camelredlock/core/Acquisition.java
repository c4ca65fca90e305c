// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Attempts one after the other until one succeeds, the time or the number of attempts is used up, or it is cancelled.
 * Between attempts it waits for what can change the outcome: a release told by the nodes, the expiry of the present grant,
 * a node that comes back. Safe for use by several threads.
 */
final class Acquisition implements Wakeups.Waiter, LocalQueue.Waiter {

    /** Makes one attempt, in the given serial, and says what it came to. */
    @FunctionalInterface
    interface Try {
        /** May wait until {@code giveUpNanos}; what it returns ends such a wait early. */
        Runnable begin(Serial serial, long giveUpNanos, Consumer<AttemptResult> whenDone);
    }

    private final Contenders contenders;
    private final Cluster cluster;
    private final LeaseRequest request;
    private final Try oneTry;
    private final Consumer<AttemptResult> observer;
    private final Serial serial = new Serial();
    private final RetryPlan plan;
    private final CompletableFuture<Optional<HeldLease>> result = new CompletableFuture<>();
    private final BitSet woken = new BitSet();
    private final BitSet watching = new BitSet();
    private final long start;

    private volatile boolean first;
    private boolean queues = true;
    private boolean attempting;
    private boolean registered;
    private boolean recovered;
    private int attempts;
    private long dueNanos;
    private @Nullable AttemptResult last;
    private Runnable giveUpAttempt = () -> {};
    private Scheduler.@Nullable Timer retryTimer;
    private Scheduler.@Nullable Timer giveUpTimer;

    /** {@code observer} is shown the votes of every attempt. */
    Acquisition(Contenders contenders, LeaseRequest request, Try oneTry, Consumer<AttemptResult> observer) {
        this.contenders = contenders;
        this.cluster = contenders.cluster();
        this.request = request;
        this.oneTry = oneTry;
        this.observer = observer;
        this.plan = new RetryPlan(cluster);
        this.start = cluster.nowNotAhead();
    }

    /** Lets it neither wait behind others of this process nor hold them up, as it takes nothing. */
    Acquisition onlyLooking() {
        queues = false;
        return this;
    }

    /** The lease, or empty if somebody else holds; fails with {@link QuorumUnreachableException} if that is not known. */
    CompletableFuture<Optional<HeldLease>> result() {
        return result;
    }

    /** Starts. A single attempt is made at once; who may wait, waits behind those already waiting in this process. */
    void begin() {
        serial.run(() -> {
            if (isSingle() || !queues) {
                attempt();
                return;
            }
            contenders.queue().join(request.resources(), this);
            if (!first) {
                armGiveUp();
            }
        });
    }

    /** Ends it without a result, leaving no key. */
    void cancel() {
        serial.run(() -> finish(() -> result.completeExceptionally(new RedlockClosedException())));
    }

    /** {@link #cancel}, and if it had just succeeded, gives the lease back. */
    void abort() {
        result.thenAccept(lease -> lease.ifPresent(HeldLease::giveBack));
        cancel();
    }

    @Override
    public void yourTurn() {
        first = true;
        serial.run(this::attempt);
    }

    @Override
    public void woken(int node) {
        serial.run(() -> {
            woken.set(node);
            comeForward(isWokenByQuorum() ? plan.pauseAfterWakeUp(lastNanos()) : nodeTimeoutNanos());
        });
    }

    @Override
    public void watching(int node) {
        serial.run(() -> watching.set(node));
        woken(node); // a release between the last attempt and now would not have been told
    }

    @Override
    public void available() {
        serial.run(() -> {
            recovered = true;
            if (last != null && last.isUnknowable(cluster)) {
                comeForward(plan.pauseAfterWakeUp(lastNanos()));
            }
        });
    }

    private void attempt() {
        if (result.isDone() || attempting) {
            return;
        }
        attempting = true;
        attempts++;
        recovered = false;
        woken.clear();
        cancel(retryTimer);
        giveUpAttempt = oneTry.begin(serial, start + request.timeout().toNanos(), this::attempted);
    }

    private void attempted(AttemptResult outcome) {
        attempting = false;
        last = outcome;
        observer.accept(outcome);
        HeldLease lease = outcome.lease();
        if (lease != null) {
            granted(lease);
        } else if (outcome.pending() != null || isSingle() || isOutOfAttempts() || isOutOfTime()) {
            giveUp();
        } else {
            waitForNext(outcome);
        }
    }

    private void granted(HeldLease lease) {
        if (result.isDone()) {
            lease.giveBack(); // cancelled meanwhile
        } else {
            finish(() -> result.complete(Optional.of(lease)));
        }
    }

    private void waitForNext(AttemptResult outcome) {
        if (result.isDone()) {
            return;
        }
        armGiveUp();
        if (!registered) {
            registered = true;
            request.resources().forEach(resource -> contenders.wakeups().add(resource, this));
        }
        boolean changed = isWokenByQuorum() || recovered && outcome.isUnknowable(cluster);
        schedule(
                changed
                        ? plan.pauseAfterWakeUp(outcome.elapsedNanos())
                        : plan.pauseAfter(outcome, cluster.quorum().isReachedBy(watching)));
    }

    private void comeForward(long pauseNanos) {
        boolean waiting = !attempting && last != null && !result.isDone();
        if (waiting && dueNanos - (cluster.nowNotAhead() + pauseNanos) > 0) {
            schedule(pauseNanos);
        }
    }

    private void schedule(long pauseNanos) {
        cancel(retryTimer);
        dueNanos = cluster.nowNotAhead() + pauseNanos;
        retryTimer = cluster.afterNanos(pauseNanos, () -> serial.run(this::attempt));
    }

    private void armGiveUp() {
        if (giveUpTimer == null) {
            Duration left = request.timeout().minusNanos(cluster.nowNotAhead() - start);
            giveUpTimer = cluster.after(left, () -> serial.run(this::timeUp));
        }
    }

    private void timeUp() {
        if (attempts == 0) {
            attempt(); // it never was its turn, so it does not know yet whether somebody holds or nobody can tell
        } else if (!attempting) { // otherwise the attempt, bounded by the time for a vote, has the last word
            giveUp();
        }
    }

    private void giveUp() {
        AttemptResult outcome = last;
        AttemptResult.Pending pending = outcome == null ? null : outcome.pending();
        if (pending != null) {
            finish(() -> result.completeExceptionally(new TakeoverPendingException(
                    "acquire of " + request.resources(), pending.remaining(), pending.reasons())));
        } else if (outcome == null || !outcome.isUnknowable(cluster)) {
            finish(() -> result.complete(Optional.empty()));
        } else {
            finish(() -> result.completeExceptionally(new QuorumUnreachableException(
                    "acquire of " + request.resources(),
                    cluster.quorum(),
                    outcome.votes().list())));
        }
    }

    private void finish(Runnable completion) {
        if (result.isDone()) {
            return;
        }
        cancel(retryTimer);
        cancel(giveUpTimer);
        if (registered) {
            request.resources().forEach(resource -> contenders.wakeups().remove(resource, this));
        }
        completion.run();
        giveUpAttempt.run();
        contenders.finished(this);
        if (!isSingle() && queues) {
            contenders.queue().leave(request.resources(), this);
        }
    }

    private boolean isSingle() {
        return request.timeout().isZero() || request.retryCount() == 0;
    }

    private boolean isOutOfAttempts() {
        return request.retryCount() != RedlockOptions.UNLIMITED && attempts > request.retryCount();
    }

    private boolean isOutOfTime() {
        return cluster.nowNotAhead() - start >= request.timeout().toNanos();
    }

    private boolean isWokenByQuorum() {
        return cluster.quorum().isReachedBy(woken);
    }

    private long lastNanos() {
        return last == null ? 0 : last.elapsedNanos();
    }

    private long nodeTimeoutNanos() {
        return cluster.options().nodeTimeout().toNanos();
    }

    private static void cancel(Scheduler.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
