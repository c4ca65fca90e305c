// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is due when: a binary heap, in the order of time and, at the same time, of coming. Most timers of an engine are cancelled,
 * so an event knows its place and leaves at once: half of a simulation would go into carrying dead ones along.
 */
final class EventQueue {

    /** One thing to happen. */
    final class Event implements Scheduler.Timer {
        private final long due;
        private final long order;
        private final Runnable task;
        private final boolean background;
        private int place;

        private Event(long due, Runnable task, boolean background) {
            this.due = due;
            this.order = added++;
            this.task = task;
            this.background = background;
        }

        long due() {
            return due;
        }

        void run() {
            task.run();
        }

        @Override
        public void cancel() {
            if (place >= 0) {
                take(place);
            }
        }

        private boolean isBefore(Event other) {
            return due != other.due ? due < other.due : order < other.order;
        }
    }

    private @Nullable Event[] heap = new Event[64];
    private int size;
    private long added;

    Event add(long due, Runnable task, boolean background) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        Event event = new Event(due, task, background);
        rise(event, size++);
        return event;
    }

    /** Whether something is due by then. */
    boolean isDue(long until) {
        return size > 0 && at(0).due <= until;
    }

    /** What is due first. */
    Event remove() {
        return take(0);
    }

    long inForeground() {
        return Arrays.stream(heap, 0, size)
                .filter(event -> event != null && !event.background)
                .count();
    }

    private Event take(int place) {
        Event taken = at(place);
        Event last = at(--size);
        heap[size] = null;
        if (last != taken) {
            sink(last, place);
            rise(last, last.place);
        }
        taken.place = -1;
        return taken;
    }

    private void rise(Event event, int from) {
        int place = from;
        while (place > 0 && event.isBefore(at((place - 1) / 2))) {
            put(at((place - 1) / 2), place);
            place = (place - 1) / 2;
        }
        put(event, place);
    }

    private void sink(Event event, int from) {
        int place = from;
        for (int child = earlierChild(place); child < size && at(child).isBefore(event); child = earlierChild(place)) {
            put(at(child), place);
            place = child;
        }
        put(event, place);
    }

    private int earlierChild(int place) {
        int left = 2 * place + 1;
        return left + 1 < size && at(left + 1).isBefore(at(left)) ? left + 1 : left;
    }

    private void put(Event event, int place) {
        heap[place] = event;
        event.place = place;
    }

    private Event at(int place) {
        Event event = heap[place];
        if (event == null) {
            throw new IllegalStateException("nothing at " + place + " of " + size);
        }
        return event;
    }
}
