// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Scheduler;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Timers that tell how many of them wait. */
final class CountedTimers implements Scheduler, AutoCloseable {

    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, new StandaloneThreads());

    CountedTimers() {
        timers.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        ScheduledFuture<?> future = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    int waiting() {
        return timers.getQueue().size();
    }

    @Override
    public void close() {
        timers.shutdownNow();
    }
}
