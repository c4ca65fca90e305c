// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Environment;
import io.camelredlock.core.Metrics;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import redis.clients.jedis.Jedis;

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
                new Redlock(JedisNodes.lists(nodes, options, loops, environment.ticker()), options, environment);
        notice.register(engine);
        return engine;
    }

    /**
     * Marks a node as one that has never held a lock, so that the first holder need not wait until nobody can hold any more.
     * For a node that is new, before the first client connects; for tests and demonstrations, mostly, as it saves one wait of
     * {@code maxTtl} in the life of a node.
     *
     * <p><strong>Never</strong> call it for a node that may have lost its memory: not in a script that runs at every start of
     * the server, not after a restart, not after a flush. Two holders at once would be the price. A node is found out only if
     * it still has traces of its service.
     *
     * @param node a connection to it, with the database that the engine uses selected; stays open
     * @param keyPrefix as the engine has it
     * @throws IllegalStateException if the node has served before, or is none that may vote
     */
    public static void markKnownEmpty(Jedis node, String keyPrefix) {
        Marker.markKnownEmpty(node, new Keys(keyPrefix));
    }

    /** An engine with daemon threads of its own, for use without a container. */
    public static Redlock connect(JedisOptions nodes, RedlockOptions options) {
        return StandaloneThreads.connect(nodes, options);
    }
}
