// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Until when one lease is held, and how that ended: once lost it stays so (S-L2).
 *
 * <p>Two things are read by any thread without waiting: {@code loss} (set once, then final) and {@code deadline}. The timer is
 * confined to the {@link Serial} of the lease.
 */
final class Tenure {

    private static final Logger LOG = LoggerFactory.getLogger(Tenure.class);

    private final Cluster cluster;
    private final HeldLease lease;
    private final LossEvents events;
    private final AtomicReference<@Nullable Loss> loss = new AtomicReference<>();

    private volatile long deadline;
    private Scheduler.@Nullable Timer timer;

    Tenure(Cluster cluster, HeldLease lease, long deadline) {
        this.cluster = cluster;
        this.lease = lease;
        this.events = new LossEvents(lease, cluster);
        this.deadline = deadline;
    }

    /** Who is told when it ends. */
    LossEvents events() {
        return events;
    }

    long deadline() {
        return deadline;
    }

    /** S-E2; in the lease's serial. */
    void moveDeadline(long nanos) {
        deadline = nanos;
    }

    @Nullable
    Loss loss() {
        return loss.get();
    }

    boolean isRunning() {
        return loss.get() == null && deadline - cluster.now() > 0;
    }

    long remainingNanos() {
        return loss.get() == null ? Math.max(0, deadline - cluster.now()) : 0;
    }

    /** Ends it; the first reason is the reason. */
    void end(Loss why) {
        if (loss.compareAndSet(null, why)) {
            lease.serial().run(this::stop);
            if (!why.isByWill()) {
                cluster.metrics().lost(why.reason());
                LOG.warn("Lease on {} lost: {}", lease.request().resources(), why);
            }
            events.fire(why);
        }
    }

    /** S-L2: once the deadline has passed, LOST is terminal, whether or not the timer has fired. */
    void noticeExpiry() {
        if (loss.get() == null && deadline - cluster.now() <= 0) {
            end(lease.expiry());
        }
    }

    /** Sees to it that the end is noticed when it comes; in the lease's serial. */
    void watch() {
        if (loss.get() == null) {
            timer = cluster.afterNanos(
                    deadline - cluster.nowNotAhead(), () -> lease.serial().run(this::deadlineReached));
        }
    }

    private void deadlineReached() {
        noticeExpiry();
        watch(); // it was moved meanwhile
    }

    private void stop() {
        if (timer != null) {
            timer.cancel();
        }
        lease.stop();
    }
}
