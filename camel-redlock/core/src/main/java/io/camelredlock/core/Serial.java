// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after the other, on the threads that bring them: whoever finds nobody at work works off the queue.
 *
 * <p>State touched only by tasks of one {@code Serial} needs no lock, and no thread ever waits. Preferred to locks because
 * votes, timers and callers come on different threads and call into each other; preferred to an event loop because the
 * vote that decides is acted upon without a change of thread.
 */
final class Serial {

    private static final Logger LOG = LoggerFactory.getLogger(Serial.class);

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /** Runs the task now, or, if a task is running, right after those before it. Tasks must be short and never block. */
    void run(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() == 0) {
            drain();
        }
    }

    private void drain() {
        do {
            runGuarded(tasks.remove());
        } while (waiting.decrementAndGet() > 0);
    }

    private static void runGuarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error bug) {
            LOG.error("A step of the engine failed; this is a bug", bug); // the next tasks must run all the same
        }
    }
}
