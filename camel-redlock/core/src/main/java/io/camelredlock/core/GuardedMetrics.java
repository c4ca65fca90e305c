// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the engine safe from what somebody's metrics throw; the first time is logged. */
final class GuardedMetrics implements Metrics {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedMetrics.class);

    private final Metrics theirs;
    private final AtomicBoolean told = new AtomicBoolean();

    private GuardedMetrics(Metrics theirs) {
        this.theirs = theirs;
    }

    static Metrics of(Metrics theirs) {
        return theirs == NONE ? NONE : new GuardedMetrics(theirs);
    }

    @Override
    public void round(Verb verb, Result result, long nanos) {
        guarded(() -> theirs.round(verb, result, nanos));
    }

    @Override
    public void vote(String node, Vote.Kind kind, long nanos) {
        guarded(() -> theirs.vote(node, kind, nanos));
    }

    @Override
    public void takeoverWait(boolean held, long nanos) {
        guarded(() -> theirs.takeoverWait(held, nanos));
    }

    @Override
    public void lost(Loss.Reason reason) {
        guarded(() -> theirs.lost(reason));
    }

    private void guarded(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | Error failed) {
            if (told.compareAndSet(false, true)) {
                LOG.warn("The metrics {} failed; the engine goes on, and this is told once", theirs, failed);
            }
        }
    }
}
