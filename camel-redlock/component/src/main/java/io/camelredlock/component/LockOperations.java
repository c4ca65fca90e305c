// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseRequest;
import io.camelredlock.core.Release;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/** What steps do with locks. Never waits, never writes to an exchange but in an outcome. Stateless but for its parts. */
final class LockOperations {

    private final Locks locks;
    private final LockSettings settings;
    private final Executor threads;

    /** Results come on these threads. */
    LockOperations(Locks locks, LockSettings settings, Executor threads) {
        this.locks = locks;
        this.settings = settings;
        this.threads = threads;
    }

    /**
     * Begins.
     *
     * @throws IllegalArgumentException if it makes no sense; nothing is sent then
     */
    Outcome.Pending begin(LockCall call, Exchange exchange) throws LockNotHeldException {
        return switch (call.operation()) {
            case acquire, tryAcquire -> acquire(call, exchange);
            case extend -> extend(call, exchange);
            case release -> release(call, exchange);
            case status -> status(call, exchange);
            case handover -> new HandoverOperations(locks, settings, threads).handOver(call, exchange);
            case adopt -> new HandoverOperations(locks, settings, threads).adopt(call, exchange);
        };
    }

    /** Acquires, or enters what the exchange holds already. */
    Outcome.Pending acquire(LockCall call, Exchange exchange) {
        LeaseRequest request = call.request(locks.redlock(), settings);
        locks.redlock().check(request);
        Optional<Hold> mine = ExchangeHolds.find(call.resources(), exchange).filter(hold -> !hold.isLost());
        if (mine.isPresent()) {
            return done(again -> {
                mine.get().enter();
                ExchangeHolds.adopt(mine.get(), again, locks);
                Headers.acquired(again, call.resources(), mine.get().lease());
            });
        }
        refuseWaitingForItself(call.resources(), exchange);
        LockRules.refuseScopeOfOneCall(settings, exchange);
        CompletableFuture<Optional<Lease>> acquiring = locks.acquire(request, threads);
        CompletionStage<Outcome> outcome = acquiring.handle((lease, failure) -> acquired(call, lease, failure));
        return new Outcome.Pending(outcome, () -> giveUp(acquiring));
    }

    private Outcome acquired(LockCall call, @Nullable Optional<Lease> lease, @Nullable Throwable failure) {
        return exchange -> {
            if (lease != null && lease.isPresent()) {
                ExchangeHolds.add(locks.hold(lease.get(), settings), exchange, locks);
                Headers.acquired(exchange, call.resources(), lease.get());
                return;
            }
            Headers.notAcquired(exchange, call.resources());
            if (failure != null) {
                throw failure instanceof CancellationException
                        ? Locks.stopped(call.resources())
                        : Continuation.cause(failure);
            }
            if (settings.isFailIfNotAcquired()) {
                throw new LockNotAcquiredException(call.resources());
            }
        };
    }

    private static void giveUp(CompletableFuture<Optional<Lease>> acquiring) {
        if (!acquiring.cancel(true)) {
            CompletionStage<?> unused =
                    acquiring.thenAccept(lease -> lease.ifPresent(LockOperations::releaseUnseen)); // came just now
        }
    }

    static void releaseUnseen(Lease lease) {
        CompletionStage<?> unused = lease.releaseAsync();
    }

    private Outcome.Pending extend(LockCall call, Exchange exchange) throws LockNotHeldException {
        Lease lease = ExchangeHolds.require(call.resources(), exchange).lease();
        Duration added = call.extendBy();
        Duration ttl = call.ttl();
        CompletionStage<Duration> extending = added != null
                ? lease.extendByAsync(added)
                : lease.extendAsync(
                        ttl != null ? ttl : locks.redlock().options().ttl());
        return new Outcome.Pending(
                extending.thenApplyAsync(left -> extended -> Headers.held(extended, call.resources(), lease), threads));
    }

    private Outcome.Pending release(LockCall call, Exchange exchange) throws LockNotHeldException {
        Optional<Hold> found = ExchangeHolds.find(call.resources(), exchange);
        if (found.isEmpty() && !settings.isFailIfNotAcquired()) {
            return done(free -> Headers.released(free, call.resources(), "NOT_HELD"));
        }
        Hold hold = found.isPresent() ? found.get() : ExchangeHolds.require(call.resources(), exchange);
        if (!hold.leave()) {
            return done(entered -> Headers.released(entered, call.resources(), "STILL_HELD"));
        }
        boolean young = hold.isYoung();
        CompletionStage<Release> releasing = locks.giveBack(hold, threads);
        CompletionStage<String> what =
                young ? CompletableFuture.completedFuture("PUT_OFF") : releasing.thenApply(Release::name);
        return new Outcome.Pending(what.thenApply(text -> released -> {
            ExchangeHolds.remove(hold, released);
            Headers.released(released, call.resources(), text);
        }));
    }

    private Outcome.Pending status(LockCall call, Exchange exchange) {
        if (call.resources().size() > 1) {
            throw new IllegalArgumentException("status tells of one resource at a time, not of " + call.resources());
        }
        Optional<Lease> lease = ExchangeHolds.find(call.resources(), exchange).map(Hold::lease);
        return new Outcome.Pending(locks.redlock()
                .inspectAsync(call.resources().get(0))
                .thenApplyAsync(holder -> seen -> Headers.status(seen, call.resources(), lease, holder), threads));
    }

    private static Outcome.Pending done(Outcome outcome) {
        return new Outcome.Pending(CompletableFuture.completedFuture(outcome));
    }

    private void refuseWaitingForItself(List<String> resources, Exchange exchange) {
        for (Hold hold : ExchangeHolds.ownedBy(exchange)) {
            if (hold.touches(resources) && !hold.isLost()) {
                throw new IllegalArgumentException(
                        "the exchange holds " + hold.lease().resources()
                                + " already, so that it would wait for itself to acquire " + resources);
            }
        }
    }
}
