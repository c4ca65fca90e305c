// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;

/** A clock and timers that move only when told to; one thread, and the same order of events every time. */
public final class VirtualTime implements Ticker, Scheduler {

    private static final long EPOCH_MILLIS = 1_750_000_000_000L;

    private final EventQueue events = new EventQueue();
    private long now;
    private Runnable afterEach = () -> {};

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public long wallMillis() {
        return EPOCH_MILLIS + now / 1_000_000;
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        return events.add(now + delayNanos, task, false);
    }

    /** Like {@link #schedule}, for what goes on for ever and is no part of what is tested. */
    void background(Runnable task, long delayNanos) {
        events.add(now + delayNanos, task, true);
    }

    /** Is run after every event. */
    void afterEach(Runnable check) {
        afterEach = check;
    }

    /** Lets time pass, and everything happen that is due meanwhile. */
    public void pass(Duration time) {
        long until = now + time.toNanos();
        while (events.isDue(until)) {
            EventQueue.Event next = events.remove();
            now = Math.max(now, next.due());
            next.run();
            afterEach.run();
        }
        now = until;
    }

    /** The process is paused: time passes and nothing runs. What was due runs when time next passes. */
    void pause(Duration time) {
        now += time.toNanos();
    }

    /** How many timers wait that were not cancelled. */
    long timers() {
        return events.inForeground();
    }
}
