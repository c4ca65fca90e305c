// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Timers on one thread of their own, never a shared pool (S-L3). Cancelled timers leave nothing behind. */
final class JdkScheduler implements Scheduler {

    private static final Logger LOG = LoggerFactory.getLogger(JdkScheduler.class);

    private final ScheduledThreadPoolExecutor timers;

    JdkScheduler(ThreadFactory threads) {
        timers = new ScheduledThreadPoolExecutor(1, threads, new ScheduledThreadPoolExecutor.DiscardPolicy());
        timers.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        ScheduledFuture<?> future = timers.schedule(() -> guarded(task), delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error bug) {
            LOG.error("A timer of the engine failed; this is a bug", bug);
        }
    }

    void shutDown() {
        timers.shutdownNow();
    }
}
