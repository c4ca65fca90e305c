// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * Time, timers, threads and chance, as an engine is given them: it makes none of its own, so it also runs in virtual time.
 *
 * @param ticker the clocks
 * @param scheduler the timers, on a thread used for nothing else
 * @param callbacks runs listeners and continuations of the user's; may be slow
 * @param random for tokens and jitter; unpredictable in production
 * @param whenClosed frees what belongs to the engine alone; run when it is closed
 * @param metrics is told what the engine does
 */
public record Environment(
        Ticker ticker,
        Scheduler scheduler,
        Executor callbacks,
        RandomGenerator random,
        Runnable whenClosed,
        Metrics metrics) {

    /** An environment without metrics. */
    public Environment(
            Ticker ticker, Scheduler scheduler, Executor callbacks, RandomGenerator random, Runnable whenClosed) {
        this(ticker, scheduler, callbacks, random, whenClosed, Metrics.NONE);
    }

    /** The same, telling these metrics. */
    public Environment withMetrics(Metrics told) {
        return new Environment(ticker, scheduler, callbacks, random, whenClosed, told);
    }

    /** The same, freeing this when it is closed. */
    public Environment withWhenClosed(Runnable freeing) {
        return new Environment(ticker, scheduler, callbacks, random, freeing, metrics);
    }

    /**
     * The clocks of this machine and a timer thread from the given factory, which ends with the engine.
     *
     * @param callbacks runs the user's code; not shut down by the engine
     */
    public static Environment system(ThreadFactory threads, Executor callbacks) {
        JdkScheduler scheduler = new JdkScheduler(threads);
        return new Environment(
                new SystemTicker(BootClock.ofThisMachine()),
                scheduler,
                callbacks,
                new SecureRandom(),
                scheduler::shutDown);
    }
}
