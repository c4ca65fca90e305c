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
import org.apache.camel.Exchange;
import org.apache.camel.spi.UnitOfWork;
import org.jspecify.annotations.Nullable;

/** What steps do with locks. Never waits, never writes to an exchange but in an outcome. Stateless but for its parts. */
final class LockOperations {

    private final Locks locks;
    private final LockSettings settings;

    LockOperations(Locks locks, LockSettings settings) {
        this.locks = locks;
        this.settings = settings;
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
        };
    }

    /** Acquires, or enters what the exchange holds already. */
    Outcome.Pending acquire(LockCall call, Exchange exchange) {
        LeaseRequest request = call.request(locks.redlock(), settings);
        locks.redlock().check(request);
        Optional<Hold> mine = find(call.resources(), exchange).filter(hold -> !hold.isLost());
        if (mine.isPresent()) {
            return done(again -> {
                mine.get().enter();
                ExchangeHolds.adopt(mine.get(), again, locks);
                Headers.acquired(again, call.resources(), mine.get().lease());
            });
        }
        refuseWaitingForItself(call.resources(), exchange);
        refuseScopeOfOneCall(exchange);
        CompletableFuture<Optional<Lease>> acquiring = locks.acquire(request);
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

    private static void releaseUnseen(Lease lease) {
        CompletionStage<?> unused = lease.releaseAsync();
    }

    private Outcome.Pending extend(LockCall call, Exchange exchange) throws LockNotHeldException {
        Lease lease = heldOrRefused(call.resources(), exchange).lease();
        Duration added = call.extendBy();
        Duration ttl = call.ttl();
        CompletionStage<Duration> extending = added != null
                ? lease.extendByAsync(added)
                : lease.extendAsync(
                        ttl != null ? ttl : locks.redlock().options().ttl());
        return new Outcome.Pending(
                extending.thenApply(left -> extended -> Headers.held(extended, call.resources(), lease)));
    }

    private Outcome.Pending release(LockCall call, Exchange exchange) throws LockNotHeldException {
        Optional<Hold> found = find(call.resources(), exchange);
        if (found.isEmpty() && !settings.isFailIfNotAcquired()) {
            return done(free -> Headers.released(free, call.resources(), "NOT_HELD"));
        }
        Hold hold = found.isPresent() ? found.get() : heldOrRefused(call.resources(), exchange);
        if (!hold.leave()) {
            return done(entered -> Headers.released(entered, call.resources(), "STILL_HELD"));
        }
        boolean young = hold.isYoung();
        CompletionStage<Release> releasing = locks.giveBack(hold);
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
        Optional<Lease> lease = find(call.resources(), exchange).map(Hold::lease);
        return new Outcome.Pending(locks.redlock()
                .inspectAsync(call.resources().get(0))
                .thenApply(holder -> seen -> Headers.status(seen, call.resources(), lease, holder)));
    }

    private static Outcome.Pending done(Outcome outcome) {
        return new Outcome.Pending(CompletableFuture.completedFuture(outcome));
    }

    /** What this exchange holds that covers the resources, or was passed to it. */
    Optional<Hold> find(List<String> resources, Exchange exchange) {
        return ExchangeHolds.ownedBy(exchange)
                .filter(hold -> hold.covers(resources))
                .reduce((first, second) -> second)
                .or(() -> passed(exchange).filter(hold -> hold.covers(resources)));
    }

    /** A lease that somebody put into the exchange property, which nobody else here answers for. */
    private static Optional<Hold> passed(Exchange exchange) {
        Lease lease = exchange.getProperty(RedlockConstants.LEASE, Lease.class);
        boolean known =
                lease == null || ExchangeHolds.all(exchange).map(Hold::lease).anyMatch(lease::equals);
        return known ? Optional.empty() : Optional.of(Hold.passed(lease));
    }

    private Hold heldOrRefused(List<String> resources, Exchange exchange) throws LockNotHeldException {
        Optional<Hold> mine = find(resources, exchange);
        if (mine.isEmpty()) {
            boolean copy = ExchangeHolds.all(exchange).anyMatch(hold -> hold.covers(resources));
            throw new LockNotHeldException(resources, copy);
        }
        return mine.get();
    }

    private void refuseWaitingForItself(List<String> resources, Exchange exchange) {
        ExchangeHolds.ownedBy(exchange)
                .filter(hold -> hold.touches(resources) && !hold.isLost())
                .findFirst()
                .ifPresent(hold -> {
                    throw new IllegalArgumentException(
                            "the exchange holds " + hold.lease().resources()
                                    + " already, so that it would wait for itself to acquire " + resources);
                });
    }

    /** A unit of work without a route is that of one call of a ProducerTemplate, whose end would release at once. */
    private void refuseScopeOfOneCall(Exchange exchange) {
        UnitOfWork work = exchange.getUnitOfWork();
        if (settings.getScope() == RedlockScope.exchange && work != null && work.getRoute() == null) {
            throw new IllegalArgumentException("outside of a route the lock would be released at the end of this call:"
                    + " set scope=manual, and release it, or acquire it in a route");
        }
    }
}
