// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.PriorityQueue;

/** A clock and timers that move only when told to; one thread, and the same order of events every time. */
public final class VirtualTime implements Ticker, Scheduler {

    private static final long EPOCH_MILLIS = 1_750_000_000_000L;

    private static final class Event implements Comparable<Event>, Timer {
        private final long due;
        private final long order;
        private final Runnable task;
        private boolean cancelled;
        private boolean background;

        Event(long due, long order, Runnable task) {
            this.due = due;
            this.order = order;
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(due, other.due);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long scheduled;
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
        Event event = new Event(now + delayNanos, scheduled++, task);
        events.add(event);
        return event;
    }

    /** Like {@link #schedule}, for what goes on for ever and is no part of what is tested. */
    void background(Runnable task, long delayNanos) {
        Event event = new Event(now + delayNanos, scheduled++, task);
        event.background = true;
        events.add(event);
    }

    /** Is run after every event. */
    void afterEach(Runnable check) {
        afterEach = check;
    }

    /** Lets time pass, and everything happen that is due meanwhile. */
    public void pass(Duration time) {
        long until = now + time.toNanos();
        while (!events.isEmpty() && events.element().due <= until) {
            Event next = events.remove();
            now = Math.max(now, next.due);
            if (!next.cancelled) {
                next.task.run();
                afterEach.run();
            }
        }
        now = until;
    }

    /** The process is paused: time passes and nothing runs. What was due runs when time next passes. */
    void pause(Duration time) {
        now += time.toNanos();
    }

    /** How many timers wait that were not cancelled. */
    long timers() {
        return events.stream()
                .filter(event -> !event.cancelled && !event.background)
                .count();
    }
}
