// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who is to be told that one lease ended: each listener once, however late it comes, each apart from the others. */
final class LossEvents {

    private static final Logger LOG = LoggerFactory.getLogger(LossEvents.class);

    private final Lease lease;
    private final Cluster cluster;
    private final List<LeaseListener> listeners = new ArrayList<>();
    private final List<Runnable> internal = new ArrayList<>();
    private @Nullable Loss loss;

    LossEvents(Lease lease, Cluster cluster) {
        this.lease = lease;
        this.cluster = cluster;
    }

    void add(LeaseListener listener) {
        Loss past;
        synchronized (this) {
            past = loss;
            if (past == null) {
                listeners.add(listener);
            }
        }
        if (past != null) {
            tell(listener, past);
        }
    }

    void addInternal(Runnable action) {
        boolean ended;
        synchronized (this) {
            ended = loss != null;
            if (!ended) {
                internal.add(action);
            }
        }
        if (ended) {
            action.run();
        }
    }

    void fire(Loss why) {
        List<LeaseListener> told;
        List<Runnable> actions;
        synchronized (this) {
            loss = why;
            told = List.copyOf(listeners);
            actions = List.copyOf(internal);
        }
        actions.forEach(Runnable::run);
        told.forEach(listener -> tell(listener, why));
    }

    private void tell(LeaseListener listener, Loss why) {
        if (!why.isByWill()) {
            cluster.callBack(() -> call(listener, why));
        }
    }

    private void call(LeaseListener listener, Loss why) {
        try {
            listener.lost(lease, why);
        } catch (RuntimeException | Error theirs) {
            LOG.error("A listener of {} failed", lease, theirs);
        }
    }
}
