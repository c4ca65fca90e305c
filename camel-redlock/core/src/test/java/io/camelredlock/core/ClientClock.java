// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;

/** One process: a monotonic clock that may run a little fast or slow, and pauses in which nothing of it runs. */
final class ClientClock implements Ticker, Scheduler {

    private final VirtualTime time;
    private final double rate;
    private final long wallOffMillis;
    private long pausedUntil;

    ClientClock(VirtualTime time, double rate) {
        this(time, rate, Duration.ZERO);
    }

    /** {@code wallOff}: how far the wall clock is ahead of what it should be. */
    ClientClock(VirtualTime time, double rate, Duration wallOff) {
        this.time = time;
        this.rate = rate;
        this.wallOffMillis = wallOff.toMillis();
    }

    @Override
    public long nanos() {
        return (long) (time.nanos() * rate);
    }

    @Override
    public long wallMillis() {
        return time.wallMillis() + wallOffMillis;
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        Task wrapped = new Task(task);
        wrapped.timer = time.schedule(wrapped, (long) Math.ceil(delayNanos / rate));
        return wrapped;
    }

    /** Something from outside reaches the process: at once, or when its pause is over. */
    void receive(Runnable message) {
        new Task(message).run();
    }

    void pause(Duration duration) {
        pausedUntil = Math.max(pausedUntil, time.nanos() + duration.toNanos());
    }

    /** The process ends: nothing of it ever runs again. */
    void kill() {
        pausedUntil = Long.MAX_VALUE;
    }

    boolean isKilled() {
        return pausedUntil == Long.MAX_VALUE;
    }

    boolean isPaused() {
        return pausedUntil > time.nanos();
    }

    /** A task that waits for the end of a pause. */
    private final class Task implements Runnable, Timer {
        private final Runnable task;
        private boolean cancelled;
        private Timer timer = () -> {};

        Task(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (cancelled || isKilled()) {
                return;
            }
            if (isPaused()) {
                timer = time.schedule(this, pausedUntil - time.nanos());
            } else {
                task.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            timer.cancel();
        }
    }
}
