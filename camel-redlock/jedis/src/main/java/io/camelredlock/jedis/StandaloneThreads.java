// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Environment;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Daemon threads for an engine that nobody gives any: the only place that makes threads. */
final class StandaloneThreads implements ThreadFactory {

    private final AtomicInteger made = new AtomicInteger();

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "redlock-" + made.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    static Redlock connect(JedisOptions nodes, RedlockOptions options) {
        ThreadFactory threads = new StandaloneThreads();
        ThreadPoolExecutor callbacks =
                new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
        Environment system = Environment.system(threads, callbacks);
        Environment environment =
                new Environment(system.ticker(), system.scheduler(), system.callbacks(), system.random(), () -> {
                    system.whenClosed().run();
                    callbacks.shutdown();
                });
        Executor loops = loop -> threads.newThread(loop).start();
        return JedisRedlock.assemble(nodes, options, loops, environment);
    }
}
