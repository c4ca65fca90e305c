// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One term of leadership: a lease with a margin (S-L4). The application's leadership ends {@code stepDownMargin} before the
 * lease's deadline; a margin once reached ends the term for good, though the lease may still be extended.
 */
final class Term {

    /** Leadership that would be withdrawn within this time is not announced: Camel starts a route with a delay of 1 s. */
    private static final Duration WORTH_ANNOUNCING = Duration.ofMillis(1500);

    private final Cluster cluster;
    private final HeldLease lease;
    private final long marginNanos;

    private Serial serial = new Serial();
    private BiConsumer<Term, Loss> whenOver = (term, loss) -> {};
    private volatile boolean over;
    private boolean leaving;
    private Scheduler.@Nullable Timer stepDown;

    Term(Cluster cluster, HeldLease lease) {
        this.cluster = cluster;
        this.lease = lease;
        this.marginNanos = cluster.options().stepDownMargin().toNanos();
    }

    /** Says when it is worth announcing, and when it is over, in the election's serial. */
    void begin(Serial elections, Consumer<Term> whenWon, BiConsumer<Term, Loss> ended) {
        serial = elections;
        whenOver = ended;
        lease.onEnd(() -> serial.run(this::leaseEnded));
        armStepDown();
        if (remainingNanos() >= worthAnnouncingNanos()) {
            whenWon.accept(this);
        } else {
            lease.extendAsync(lease.request().ttl())
                    .whenComplete((left, failure) -> serial.run(() -> announce(whenWon, failure)));
        }
    }

    private void announce(Consumer<Term> whenWon, @Nullable Throwable failure) {
        if (failure == null && !over) {
            whenWon.accept(this);
        } else {
            end(new Loss(Loss.Reason.EXPIRED, "granted too late and not extended"));
        }
    }

    /** The configured time, or half of what a fresh grant leaves if that is less. */
    private long worthAnnouncingNanos() {
        Duration ttl = lease.request().ttl();
        long fresh = ttl.minus(cluster.options().drift()).toNanos() - marginNanos;
        return Math.min(WORTH_ANNOUNCING.toNanos(), fresh / 2);
    }

    boolean isLeading() {
        return !over && remainingNanos() > 0;
    }

    Duration remaining() {
        return Duration.ofNanos(over ? 0 : remainingNanos());
    }

    private long remainingNanos() {
        return Math.max(0, lease.remainingNanos() - marginNanos);
    }

    OptionalLong fencingToken() {
        return lease.fences().isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(lease.fences().get(0));
    }

    String describe() {
        OptionalLong token = fencingToken();
        return token.isPresent() ? "fencing token " + token.getAsLong() : "without fencing token";
    }

    /** The work drains; the margin does not matter any more, only the lease does. */
    void leave() {
        leaving = true;
        cancelStepDown();
    }

    /** Leads again after {@link #leave}; false if the lease is gone or nearly so. */
    boolean resume() {
        leaving = false;
        if (!isLeading()) {
            end(new Loss(Loss.Reason.EXPIRED, "while its work drained"));
            return false;
        }
        armStepDown();
        return true;
    }

    CompletableFuture<Release> release() {
        over = true;
        cancelStepDown();
        return lease.giveBack();
    }

    void abandon(Loss why) {
        over = true;
        cancelStepDown();
        lease.abandon(why);
    }

    private void armStepDown() {
        stepDown = cluster.afterNanos(remainingNanos(), () -> serial.run(this::marginReached));
    }

    private void marginReached() {
        if (leaving || over) {
            return;
        }
        if (remainingNanos() > 0) {
            armStepDown(); // it was extended meanwhile
        } else {
            end(new Loss(Loss.Reason.EXPIRED, "no extension reached a quorum before the step-down margin"));
        }
    }

    private void leaseEnded() {
        Loss loss = lease.ended();
        if (!over && loss != null) {
            end(loss);
        }
    }

    /** The lease is neither extended nor released from here on: work may still be running. */
    private void end(Loss loss) {
        if (!over) {
            abandon(loss);
            whenOver.accept(this, loss);
        }
    }

    private void cancelStepDown() {
        if (stepDown != null) {
            stepDown.cancel();
        }
    }
}
