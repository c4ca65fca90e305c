// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Environment;
import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Scheduler;
import io.camelredlock.core.Takeover;
import io.camelredlock.testkit.RedisBackend;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The engines of one test, closed after it; all belong to one cluster, whatever addresses they use. Bounds are as generous as a
 * busy machine needs where only a hang would break them.
 */
final class Engines implements AfterEachCallback {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Whether tests take the time that their cases name, with {@code -Dredlock.long=true}; else a part of it. */
    static final boolean LONG = Boolean.getBoolean("redlock.long");

    private static final Keys KEYS = new Keys("redlock:");

    private final List<Redlock> engines = new CopyOnWriteArrayList<>();

    static RedisNodesExtension nodes(int count) {
        return RedisNodesExtension.of(RedisNodes.builder().nodes(count).backend(RedisBackend.EMBEDDED));
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    /** Lets time pass. */
    static void pass(Duration time) {
        Awaitility.await().pollDelay(time).atMost(time.plus(PATIENCE)).until(() -> true);
    }

    /** In the protocol of {@code -Dredis.protocol}, else in the default one. */
    static JedisOptionsBuilder options() {
        String protocol = System.getProperty("redis.protocol", WireProtocol.RESP2.name());
        return JedisOptions.builder().protocol(WireProtocol.valueOf(protocol));
    }

    static JedisOptionsBuilder at(String addresses) {
        return options().nodes(addresses).clusterId("test");
    }

    /** With the longest time for a vote that the ttl allows, or half a second; and answers of a busy machine are quick enough. */
    static RedlockOptionsBuilder ttl(Duration ttl) {
        return RedlockOptions.builder()
                .ttl(ttl)
                .driftFactor(0.05)
                .nodeTimeout(Duration.ofMillis(Math.min(500, ttl.toMillis() / 4)));
    }

    /** {@link #ttl}, and no new holder waits: for tests in which nodes forget, or are out of sight, more often than once a ttl. */
    static RedlockOptionsBuilder classic(Duration ttl) {
        return ttl(ttl).takeover(Takeover.CLASSIC);
    }

    /** An engine that may still be connecting. */
    Redlock connect(JedisOptionsBuilder nodes, RedlockOptionsBuilder options) {
        return kept(JedisRedlock.connect(nodes.build(), options.build()));
    }

    /** An engine on timers of the test's own. */
    Redlock connect(JedisOptionsBuilder nodes, RedlockOptionsBuilder options, Scheduler timers) {
        ThreadFactory threads = new StandaloneThreads();
        ExecutorService callbacks = Executors.newCachedThreadPool();
        Environment system = Environment.system(threads, callbacks);
        Environment environment = new Environment(system.ticker(), timers, callbacks, system.random(), () -> {
            system.whenClosed().run();
            callbacks.shutdown();
        });
        RedlockOptions engine = options.build();
        return kept(new Redlock(
                JedisNodes.create(
                        nodes.build(), engine, loop -> threads.newThread(loop).start(), environment.ticker()),
                engine,
                environment));
    }

    /** An engine that is connected to all its nodes. */
    Redlock connected(String addresses, RedlockOptionsBuilder options) {
        return connected(connect(at(addresses), options));
    }

    Redlock connected(RedisNodes nodes, Duration ttl) {
        return connected(nodes.addresses(), ttl(ttl));
    }

    static Redlock connected(Redlock engine) {
        await().untilAsserted(() ->
                assertThat(engine.nodeConditions().values()).as("conditions").containsOnly("ok"));
        return engine;
    }

    private Redlock kept(Redlock engine) {
        engines.add(engine);
        return engine;
    }

    /** A lease that is extended automatically. */
    static Lease hold(Redlock redlock, String resource) {
        return redlock.acquireAsync(redlock.request(resource).autoExtend(true))
                .join()
                .orElseThrow();
    }

    /** Extends it until all nodes count, those too that granted late. */
    static void awaitWhole(Iterable<RedisNode> nodes, Lease lease, Duration ttl) {
        String key = key(lease.resources().get(0));
        for (int round = 0; round < 2; round++) {
            long start = System.nanoTime();
            lease.extend(ttl);
            nodes.forEach(node -> await().until(() -> {
                long left = node.pttl(key);
                return left >= ttl.toMillis() - (System.nanoTime() - start) / 1_000_000 - 10;
            }));
        }
    }

    /** What the engine says of a node. */
    static String condition(Redlock redlock, String node) {
        return redlock.nodeConditions().getOrDefault(node, "no such node");
    }

    static String key(String resource) {
        return KEYS.own(Resource.lock(resource));
    }

    static String leaderKey(String namespace) {
        return KEYS.own(Resource.leadership(namespace));
    }

    static void assertGone(RedisNodes nodes, String... keys) {
        for (String key : keys) {
            nodes.forEach(node -> await().until(() -> node.pttl(key) == -2));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        engines.forEach(Redlock::close);
    }
}
