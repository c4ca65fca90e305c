// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.AbortSignal;
import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseLostException;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Release;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A lease held for exchanges: how often it was entered, when it may be given back, what its loss means. Safe for use by
 * several threads.
 */
final class Hold {

    private final Lease lease;
    private final RedlockScope scope;
    private final OnLost onLost;
    private final CompletionStage<?> minimum;
    private final AtomicInteger entered = new AtomicInteger(1);

    private volatile boolean ended;
    private volatile boolean abandoned;

    /** {@code minimum} completes when the shortest time to hold it is over. */
    Hold(Lease lease, RedlockScope scope, OnLost onLost, CompletionStage<?> minimum) {
        this.lease = lease;
        this.scope = scope;
        this.onLost = onLost;
        this.minimum = minimum;
    }

    /** Of a lease that came with the exchange, from another part of the process. */
    static Hold passed(Lease lease) {
        return new Hold(lease, RedlockScope.manual, OnLost.ignore, CompletableFuture.completedStage(null));
    }

    Lease lease() {
        return lease;
    }

    boolean isManual() {
        return scope == RedlockScope.manual;
    }

    boolean isEnded() {
        return ended;
    }

    boolean covers(List<String> resources) {
        return !ended && lease.resources().containsAll(resources);
    }

    boolean touches(List<String> resources) {
        return !ended && lease.resources().stream().anyMatch(resources::contains);
    }

    void enter() {
        entered.incrementAndGet();
    }

    /** Whether that was the last time. */
    boolean leave() {
        return entered.decrementAndGet() <= 0;
    }

    /** Whether giving it back has to wait. */
    boolean isYoung() {
        return !minimum.toCompletableFuture().isDone();
    }

    /** Gives it back, as soon as it was held for the shortest time. */
    CompletionStage<Release> end(Function<Lease, CompletionStage<Release>> release) {
        ended = true;
        return minimum.thenCompose(over -> release.apply(lease));
    }

    /** It is somebody else's now. */
    void handedOver() {
        ended = true;
    }

    /** Neither extended nor released from here on. */
    void abandon() {
        abandoned = !ended;
        lease.abandon();
    }

    /** The loss an exchange has to be told of; empty if the lease is valid, was given back, or nobody wants to know. */
    Optional<LeaseLostException> loss() {
        return onLost == OnLost.fail && isLost() ? lossException() : Optional.empty();
    }

    boolean isLost() {
        return !ended && (abandoned || lease.loss().filter(Hold::isUnwanted).isPresent());
    }

    private static boolean isUnwanted(Loss loss) {
        return loss.reason() != Loss.Reason.RELEASED && loss.reason() != Loss.Reason.HANDED_OVER;
    }

    private Optional<LeaseLostException> lossException() {
        try {
            AbortSignal.of(lease).throwIfAborted();
            return Optional.empty();
        } catch (LeaseLostException lost) {
            return Optional.of(lost);
        }
    }
}
