// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Environment;
import io.camelredlock.core.Metrics;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Puts an engine on Redis nodes together. Stateless.
 *
 * <p>It has one thread per node, one more per node once somebody waits for a release, and one for its timers; they end when
 * the engine is closed.
 */
public final class JedisRedlock {

    private JedisRedlock() {}

    /**
     * An engine that connects in the background from now on; it is no error if no node can be reached.
     *
     * @param nodes how the nodes are reached
     * @param options what the engine is to do
     * @param threads makes the engine's threads; daemon threads do not keep the JVM alive
     * @param callbacks runs listeners and continuations of the user's; is not shut down with the engine
     */
    public static Redlock connect(
            JedisOptions nodes, RedlockOptions options, ThreadFactory threads, Executor callbacks) {
        return connect(nodes, options, threads, callbacks, Metrics.NONE);
    }

    /** The same, telling metrics what the engine does. */
    public static Redlock connect(
            JedisOptions nodes, RedlockOptions options, ThreadFactory threads, Executor callbacks, Metrics metrics) {
        Environment environment = Environment.system(threads, callbacks).withMetrics(metrics);
        Executor loops = loop -> threads.newThread(loop).start();
        return assemble(nodes, options, loops, environment);
    }

    static Redlock assemble(JedisOptions nodes, RedlockOptions options, Executor loops, Environment given) {
        CheckpointNotice notice = new CheckpointNotice(given.whenClosed());
        Environment environment = given.withWhenClosed(notice);
        Redlock engine =
                new Redlock(JedisNodes.create(nodes, options, loops, environment.ticker()), options, environment);
        notice.register(engine);
        return engine;
    }

    /** An engine with daemon threads of its own, for use without a container. */
    public static Redlock connect(JedisOptions nodes, RedlockOptions options) {
        return StandaloneThreads.connect(nodes, options);
    }
}
