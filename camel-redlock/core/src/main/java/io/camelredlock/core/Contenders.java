// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Everything in this process that tries to acquire something, so that it can be woken, queued and ended. Thread-safe. */
final class Contenders {

    private final Cluster cluster;
    private final Wakeups wakeups;
    private final LocalQueue queue = new LocalQueue();
    private final Set<Acquisition> active = ConcurrentHashMap.newKeySet();
    private final Set<HeldLease> leases = ConcurrentHashMap.newKeySet();
    private final Set<CompletableFuture<Void>> attempts = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;
    private volatile @Nullable Loss interruption;

    Contenders(Cluster cluster) {
        this.cluster = cluster;
        this.wakeups = new Wakeups(cluster, () -> leases.forEach(HeldLease::nodeAvailable));
    }

    Cluster cluster() {
        return cluster;
    }

    Wakeups wakeups() {
        return wakeups;
    }

    LocalQueue queue() {
        return queue;
    }

    /** Begins it, unless all is over. */
    void begin(Acquisition acquisition) {
        active.add(acquisition);
        if (closed) {
            acquisition.cancel();
        } else {
            acquisition.begin();
        }
    }

    void finished(Acquisition acquisition) {
        active.remove(acquisition);
    }

    /**
     * Tries to acquire by the Redlock algorithm, within a takeover wait until {@code giveUpNanos} at most.
     *
     * @return ends such a wait early
     */
    Runnable attempt(LeaseRequest request, Serial serial, long giveUpNanos, Consumer<AttemptResult> whenDone) {
        CompletableFuture<Void> attempt = new CompletableFuture<>();
        attempts.add(attempt);
        if (closed) { // read after it can be seen, so that close waits for it or it is not made
            over(attempt);
            return () -> {};
        }
        Attempt begun = new Attempt(cluster, serial, request, giveUpNanos, result -> {
            HeldLease lease = result.lease();
            if (lease != null) {
                keep(lease);
            }
            whenDone.accept(result);
            if (closed && lease != null) {
                lease.giveBack().whenComplete((release, failure) -> over(attempt));
            } else {
                over(attempt);
            }
        });
        begun.begin();
        return begun::giveUp;
    }

    /** Goes on with a lease of another process. */
    CompletableFuture<HeldLease> adopt(Adoption adoption) {
        if (closed) {
            return CompletableFuture.failedFuture(new RedlockClosedException());
        }
        return adoption.begin().whenComplete((lease, failure) -> {
            if (lease != null) {
                keep(lease);
                if (closed) {
                    lease.giveBack();
                }
            }
        });
    }

    private void keep(HeldLease lease) {
        leases.add(lease);
        lease.onEnd(() -> leases.remove(lease));
        drop(); // begun before the interruption, and granted in it
    }

    private void over(CompletableFuture<Void> attempt) {
        attempts.remove(attempt);
        attempt.complete(null);
    }

    /** How many acquisitions are under way, those of followers too. */
    int waiters() {
        return active.size();
    }

    Set<HeldLease> leases() {
        return leases;
    }

    /** All that is held ends now for this reason, without a release; so does, at once, what is granted until {@link #resume}. */
    void interrupt(Loss why) {
        interruption = why;
        drop();
    }

    void resume() {
        drop();
        interruption = null;
    }

    private void drop() {
        Loss why = interruption;
        if (why != null) {
            leases.forEach(lease -> lease.abandon(why));
        }
    }

    /**
     * Ends all that is trying; nothing begins any more.
     *
     * @return completes when what the attempts under way may have got is given back
     */
    CompletableFuture<Void> close() {
        closed = true;
        active.forEach(Acquisition::cancel);
        return CompletableFuture.allOf(attempts.toArray(CompletableFuture<?>[]::new));
    }
}
