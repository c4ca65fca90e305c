// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Takeover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** The nodes, engines and threads of one test of the contract. Used by the test's thread. */
final class Setting implements AutoCloseable {

    /** How an engine is made. */
    @FunctionalInterface
    interface Connector {
        Redlock connect(String addresses, String keyPrefix, RedlockOptions options);
    }

    static final Duration TTL = Duration.ofSeconds(3);

    /** For leases that are to run out. */
    static final Duration BRIEF = Duration.ofMillis(1200);

    /** What is left over when a test has to wait for something that should come; generous, as machines are busy. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RedisNodes nodes;
    private final List<RedisNode> answering;
    private final Connector connector;
    private final List<Redlock> engines = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    Setting(RedisNodes nodes, List<RedisNode> answering, Connector connector) {
        this.nodes = nodes;
        this.answering = List.copyOf(answering);
        this.connector = connector;
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    RedisNodes nodes() {
        return nodes;
    }

    /** What engines have written to a node, but for what they note when they connect. */
    static Set<String> keysOf(RedisNode node) {
        return node.keys().stream()
                .filter(key -> !key.endsWith("-node:marker") && !key.endsWith("-node:clients"))
                .collect(Collectors.toSet());
    }

    /** The nodes that are not harmed. */
    List<RedisNode> answering() {
        return answering;
    }

    int quorum() {
        return nodes.size() / 2 + 1;
    }

    /** The key that stands for a lock on the nodes. */
    String key(String resource) {
        return RedlockContract.KEY_PREFIX + resource;
    }

    /** An engine that is connected. */
    Redlock engine() {
        return engine(options -> options);
    }

    Redlock engine(UnaryOperator<RedlockOptionsBuilder> change) {
        return engine(nodes.addresses(), RedlockContract.KEY_PREFIX, change);
    }

    /** An engine that can be cut off from its nodes, with a {@link #BRIEF} ttl. */
    Redlock engine(NodeLinks links) {
        return engine(links.addresses(), RedlockContract.KEY_PREFIX, options -> shortLived(options, BRIEF));
    }

    /** A lease of somebody else. */
    Lease othersLease(String resource) {
        return engine().tryAcquire(resource).orElseThrow();
    }

    /** An engine with a ttl of its own. */
    Redlock engine(Duration ttl) {
        return engine(options -> shortLived(options, ttl));
    }

    Redlock engine(String addresses, String keyPrefix, UnaryOperator<RedlockOptionsBuilder> change) {
        RedlockOptionsBuilder options = patient(RedlockOptions.builder(), TTL);
        Redlock engine =
                connector.connect(addresses, keyPrefix, change.apply(options).build());
        engines.add(engine);
        await().untilAsserted(() -> assertThat(conditions(engine)).containsOnly("ok"));
        return engine;
    }

    /** With that ttl, and the longest time for a vote that it allows or else half a second, as machines are busy. */
    private static RedlockOptionsBuilder patient(RedlockOptionsBuilder options, Duration ttl) {
        return options.ttl(ttl).nodeTimeout(Duration.ofMillis(Math.min(500, ttl.toMillis() / 4)));
    }

    /** With so short a ttl that answers of a busy machine are too slow to tell whether a node's clock is right. */
    static RedlockOptionsBuilder shortLived(RedlockOptionsBuilder options, Duration ttl) {
        return patient(options, ttl).takeover(Takeover.CLASSIC);
    }

    private List<String> conditions(Redlock engine) {
        List<String> all = List.copyOf(engine.nodeConditions().values());
        return IntStream.range(0, nodes.size())
                .filter(index -> answering.contains(nodes.get(index)))
                .mapToObj(all::get)
                .toList();
    }

    /** Runs it on another thread. */
    <T> Future<T> elsewhere(Callable<T> work) {
        return threads.submit(work);
    }

    /** What came of something that ran elsewhere; in time, or it fails. */
    static <T> T outcome(Future<T> future) {
        await().until(future::isDone);
        return CompletableFuture.supplyAsync(() -> resultOf(future), Runnable::run)
                .join();
    }

    private static <T> T resultOf(Future<T> done) {
        try {
            return done.get();
        } catch (Exception failed) {
            throw new AssertionError("what ran on another thread failed", failed);
        }
    }

    /** Each node that answers keeps the lock for what is left of its ttl, no less and no more. */
    void assertKeptFor(Duration ttl, String resource, long sinceNanos) {
        for (RedisNode node : answering) {
            await().untilAsserted(
                            () -> { // the node that is asked last may still be about to
                                long left = node.pttl(key(resource));
                                long elapsed = (System.nanoTime() - sinceNanos) / 1_000_000;
                                assertThat(left)
                                        .as(
                                                "ms that %s keeps %s, %d ms after it was asked to for %s",
                                                node, resource, elapsed, ttl)
                                        .isBetween(ttl.toMillis() - elapsed - 10, ttl.toMillis());
                            });
        }
    }

    /** No node that answers has a key of that name, or will have. */
    void assertGone(String... resources) {
        for (String resource : resources) {
            answering.forEach(node -> await().until(() -> node.pttl(key(resource)) == -2));
        }
    }

    /** Deletes the keys of a lock on all nodes that answer, as an operator could. */
    void destroy(String resource) {
        answering.forEach(node -> node.command("DEL", key(resource)));
    }

    @Override
    public void close() {
        threads.shutdownNow();
        nodes.forEach(RedisNode::thawIfFrozen); // or each engine waits for a farewell
        engines.forEach(Redlock::close);
    }
}
