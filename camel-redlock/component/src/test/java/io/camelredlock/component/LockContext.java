// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.jedis.JedisOptions;
import io.camelredlock.jedis.JedisRedlock;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A Camel context with a redlock component of its own, and somebody else who wants the same locks. Ended with the test. */
final class LockContext implements AutoCloseable {

    static final Duration TTL = Duration.ofSeconds(3);

    /** On a busy machine answers take longer than the default allows for nodes whose clocks are beyond doubt. */
    static final double DRIFT_FACTOR = 0.05;

    static final Duration SOON = Duration.ofSeconds(10);

    /** On a busy machine a vote takes longer than a short ttl allows for by default, and some tests have one try. */
    private static final Duration NODE_TIMEOUT = Duration.ofMillis(500);

    final DefaultCamelContext context = new DefaultCamelContext();
    final Journal journal = new Journal();

    private final RedisNodes nodes;
    private final Redlock other;

    LockContext(RedisNodes nodes) {
        this.nodes = nodes;
        context.disableJMX();
        context.getShutdownStrategy().setTimeout(20);
        component().getConfiguration().setNodes(nodes.addresses());
        component().getConfiguration().setTtl(TTL.toMillis());
        component().getConfiguration().setDriftFactor(DRIFT_FACTOR);
        component().getConfiguration().setNodeTimeout(NODE_TIMEOUT.toMillis());
        other = JedisRedlock.connect(
                JedisOptions.builder().nodes(nodes.addresses()).build(),
                RedlockOptions.builder()
                        .ttl(TTL)
                        .driftFactor(DRIFT_FACTOR)
                        .nodeTimeout(NODE_TIMEOUT)
                        .memberId("other")
                        .build());
    }

    RedlockComponent component() {
        return context.getComponent("redlock", RedlockComponent.class);
    }

    LockContext start(RouteBuilder routes) throws Exception {
        context.addRoutes(routes);
        context.start();
        return this;
    }

    ProducerTemplate template() {
        return context.createProducerTemplate();
    }

    Exchange send(String uri) {
        return template().request(uri, exchange -> {});
    }

    Exchange send(String uri, Map<String, Object> headers) {
        return template().request(uri, exchange -> exchange.getMessage().setHeaders(headers));
    }

    CompletableFuture<Exchange> sendAsync(String uri) {
        return template().asyncSend(uri, exchange -> {});
    }

    /** Somebody else's lease; fails if it is held already. */
    Lease heldByOther(String... names) {
        await().atMost(SOON)
                .until(() -> other.nodeConditions().values().stream().allMatch("ok"::equals));
        return other.tryAcquire(names).orElseThrow();
    }

    String otherId() {
        return other.options().memberId();
    }

    /** Whether a quorum of nodes has a key for it. */
    boolean isHeld(String name) {
        return nodes.stream()
                        .filter(node -> node.get("redlock:" + name).isPresent())
                        .count()
                > nodes.size() / 2;
    }

    void awaitFree(String name) {
        await().atMost(SOON)
                .until(() -> nodes.stream()
                        .allMatch(node -> node.get("redlock:" + name).isEmpty()));
    }

    /** A step that writes down whether the lock is held. */
    Processor look(String name) {
        return exchange -> journal.write(isHeld(name) ? "held" : "free");
    }

    @Override
    public void close() {
        context.stop();
        other.close();
    }
}
