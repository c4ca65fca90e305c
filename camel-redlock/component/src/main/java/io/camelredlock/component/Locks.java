// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseRequest;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.Release;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The locks of one component: what is being waited for and what is held, until it is given back. Thread-safe. */
final class Locks {

    private static final Logger LOG = LoggerFactory.getLogger(Locks.class);

    private final Supplier<ClusterEngine> engine;
    private final Set<CompletableFuture<?>> waiting = ConcurrentHashMap.newKeySet();
    private final Set<Hold> held = ConcurrentHashMap.newKeySet();

    Locks(Supplier<ClusterEngine> engine) {
        this.engine = engine;
    }

    Redlock redlock() {
        return engine.get().redlock();
    }

    /** Comes on these threads. Cancelling it ends the waiting. */
    CompletableFuture<Optional<Lease>> acquire(LeaseRequest request, Executor threads) {
        CompletableFuture<Optional<Lease>> acquiring = redlock().acquireAsync(request, threads);
        waiting.add(acquiring);
        CompletionStage<?> unused = acquiring.whenComplete((lease, failure) -> waiting.remove(acquiring));
        return acquiring;
    }

    Hold hold(Lease lease, LockSettings settings) {
        Hold hold = new Hold(lease, settings.getScope(), settings.getOnLost(), minimum(settings.getMinHold()));
        held.add(hold);
        lease.addListener((lost, loss) -> held.remove(hold));
        return hold;
    }

    private CompletionStage<?> minimum(long millis) {
        CompletableFuture<?> over = new CompletableFuture<>();
        if (millis <= 0) {
            over.complete(null);
        } else {
            ScheduledFuture<?> unused =
                    engine.get().timers().schedule(() -> over.complete(null), millis, TimeUnit.MILLISECONDS);
        }
        return over;
    }

    /** Gives it back, in the background; what went wrong is logged. */
    void giveBack(Hold hold) {
        CompletionStage<?> unused = reported(hold, hold.end(Lease::releaseAsync));
    }

    /** The same; what came of it comes on these threads. */
    CompletionStage<Release> giveBack(Hold hold, Executor threads) {
        return reported(hold, hold.end(lease -> lease.releaseAsync(threads)));
    }

    private CompletionStage<Release> reported(Hold hold, CompletionStage<Release> release) {
        return release.whenComplete((found, failure) -> {
            held.remove(hold);
            report(hold, found, failure);
        });
    }

    /** Ends it here and makes a string of it. If that fails it is still held. */
    CompletionStage<String> handOver(Hold hold, Duration ttl) {
        return hold.lease().handoverAsync(ttl).thenApply(text -> {
            hold.handedOver();
            held.remove(hold);
            return text;
        });
    }

    private static void report(Hold hold, @Nullable Release found, @Nullable Throwable failure) {
        List<String> resources = hold.lease().resources();
        if (failure != null) {
            LOG.warn("Lock {} could not be released, it expires by itself: {}", resources, failure.getMessage());
        } else if (found == Release.EXPIRED || found == Release.TAKEN_OVER) {
            LOG.warn("Lock {} was lost before it was released: {}", resources, found);
        }
    }

    int held() {
        return held.size();
    }

    /** Ends what waits. What is still held may still be worked under: it is neither extended nor released, it expires. */
    void stop() {
        waiting.forEach(acquiring -> acquiring.cancel(true));
        List<List<String>> inUse = held.stream()
                .filter(hold -> !hold.isEnded())
                .map(hold -> hold.lease().resources())
                .toList();
        if (!inUse.isEmpty()) {
            LOG.warn("Stopped while work may go on under locks {}: they are not released, they expire", inUse);
        }
        held.forEach(Hold::abandon);
        held.clear();
    }

    /** What a step that was still waiting is told. */
    static RejectedExecutionException stopped(List<String> resources) {
        return new RejectedExecutionException("stopped while waiting for lock " + resources);
    }
}
