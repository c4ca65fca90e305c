// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Those in this process who wait for the same resources, first come, first served: only the first asks the nodes, so a crowd
 * of waiters costs Redis no more than one. Safe for use by several threads.
 */
final class LocalQueue {

    /** Who waits; told once when it is the first. */
    interface Waiter {
        void yourTurn();
    }

    private final Map<List<Resource>, Deque<Waiter>> queues = new ConcurrentHashMap<>();

    /** Joins the end of the queue, whose first is told that it is. */
    void join(List<Resource> resources, Waiter waiter) {
        Deque<Waiter> queue = queues.compute(resources, (key, before) -> {
            Deque<Waiter> after = before == null ? new ArrayDeque<>() : new ArrayDeque<>(before);
            after.add(waiter);
            return after;
        });
        if (queue.peek() == waiter) {
            waiter.yourTurn();
        }
    }

    /** Leaves; if it was the first, the next is told. */
    void leave(List<Resource> resources, Waiter waiter) {
        boolean[] wasFirst = new boolean[1];
        Deque<Waiter> queue = queues.computeIfPresent(resources, (key, before) -> {
            wasFirst[0] = before.peek() == waiter;
            Deque<Waiter> after = new ArrayDeque<>(before);
            after.remove(waiter);
            return after.isEmpty() ? null : after;
        });
        if (wasFirst[0] && queue != null) {
            queue.element().yourTurn();
        }
    }
}
