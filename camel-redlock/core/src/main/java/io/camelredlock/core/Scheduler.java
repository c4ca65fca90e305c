// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** Where timers come from: one thread, or virtual time. Tasks are short and never block. */
@FunctionalInterface
public interface Scheduler {

    /** Runs the task once after so many nanoseconds. What it throws is the scheduler's to log. */
    Timer schedule(Runnable task, long delayNanos);

    /** A task that waits for its time. */
    @FunctionalInterface
    interface Timer {
        /** The task will not run any more, unless it runs already. Idempotent. */
        void cancel();
    }
}
