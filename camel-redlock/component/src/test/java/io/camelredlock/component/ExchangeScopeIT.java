// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.support.SynchronizationAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** With which exchange a lock goes where Camel takes an exchange. */
final class ExchangeScopeIT {

    private static final String ACQUIRE = "redlock:orders?operation=tryAcquire";
    private static final String RELEASE = "redlock:orders?operation=release&failIfNotAcquired=false";

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final CountDownLatch workMayEnd = new CountDownLatch(1);
    private LockContext locks;

    @BeforeEach
    void createContext(RedisNodes nodes) {
        locks = new LockContext(nodes);
    }

    @AfterEach
    void stop() {
        workMayEnd.countDown();
        locks.close();
    }

    static Stream<Arguments> steps() {
        return Stream.of(
                row("direct", r -> r.from("direct:start").to(ACQUIRE).to("direct:next")),
                row(
                        "threads",
                        r -> r.from("direct:start").to(ACQUIRE).threads(1).to("direct:next")),
                row("toD", r -> r.from("direct:start").to(ACQUIRE).toD("direct:${header.next}")),
                row("routingSlip", r -> r.from("direct:start").to(ACQUIRE).routingSlip(r.header("slip"))),
                row(
                        "loop with copies",
                        r -> r.from("direct:start")
                                .to(ACQUIRE)
                                .loop(2)
                                .copy()
                                .to("mock:a")
                                .end()
                                .to("direct:next")));
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                row("onException", r -> {
                    r.onException(IllegalStateException.class).handled(true).to("direct:next");
                    r.from("direct:start").to(ACQUIRE).throwException(new IllegalStateException("on purpose"));
                }),
                row(
                        "deadLetterChannel",
                        r -> r.from("direct:start")
                                .errorHandler(r.deadLetterChannel("direct:next"))
                                .to(ACQUIRE)
                                .throwException(new IllegalStateException("on purpose"))),
                row(
                        "doCatch",
                        r -> r.from("direct:start")
                                .to(ACQUIRE)
                                .doTry()
                                .throwException(new IllegalStateException("on purpose"))
                                .doCatch(Exception.class)
                                .to("direct:next")));
    }

    static Stream<Arguments> sharesAndMoves() {
        return Stream.of(
                row(
                        "split with shareUnitOfWork",
                        r -> r.from("direct:start")
                                .to(ACQUIRE)
                                .split(r.header("next"))
                                .shareUnitOfWork()
                                .to("direct:next")),
                row(
                        "multicast with shareUnitOfWork",
                        r -> r.from("direct:start")
                                .to(ACQUIRE)
                                .multicast()
                                .shareUnitOfWork()
                                .to("direct:next")),
                row(
                        "recipientList with shareUnitOfWork",
                        r -> r.from("direct:start")
                                .to(ACQUIRE)
                                .recipientList(r.header("slip"))
                                .shareUnitOfWork()),
                row(
                        "acquired by enrich",
                        r -> r.from("direct:start").enrich(ACQUIRE).to("direct:next")),
                row("seda", r -> {
                    r.from("direct:start").to(ACQUIRE).to("seda:on?waitForTaskToComplete=Never");
                    r.from("seda:on").to("direct:next");
                }));
    }

    static Stream<Arguments> notCarried() {
        return Stream.of(
                row("wireTap", r -> r.from("direct:start").to(ACQUIRE).wireTap("direct:next")),
                row(
                        "multicast",
                        r -> r.from("direct:start").to(ACQUIRE).multicast().to("direct:next")),
                row(
                        "split",
                        r -> r.from("direct:start")
                                .to(ACQUIRE)
                                .split(r.header("next"))
                                .to("direct:next")),
                row("recipientList", r -> r.from("direct:start").to(ACQUIRE).recipientList(r.header("slip"))),
                row(
                        "aggregate",
                        r -> r.from("direct:start")
                                .to(ACQUIRE)
                                .aggregate(r.constant(1), AggregationStrategies.useLatest())
                                .completionSize(1)
                                .to("direct:next")));
    }

    private static Arguments row(String name, Consumer<RouteBuilder> route) {
        return Arguments.of(name, route);
    }

    private void start(Consumer<RouteBuilder> route) throws Exception {
        locks.start(new RouteBuilder() {
            @Override
            public void configure() {
                route.accept(this);
                from("direct:next")
                        .errorHandler(noErrorHandler())
                        .to(RELEASE)
                        .process(exchange -> locks.journal.write(
                                exchange.getMessage().getHeader(RedlockConstants.RELEASE, String.class)));
            }
        });
    }

    private Exchange send() {
        return locks.send("direct:start", Map.of("next", "next", "slip", "direct:next"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"steps", "failures", "sharesAndMoves"})
    void theLockGoesWithTheExchange(String name, Consumer<RouteBuilder> route) throws Exception {
        start(route);

        send();

        await().atMost(LockContext.SOON).until(() -> locks.journal.has("RELEASED"));
        assertThat(locks.journal.entries()).containsExactly("RELEASED");
        locks.awaitFree("orders");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notCarried")
    void aCopyThatGoesItsOwnWaySeesTheLockButDoesNotOwnIt(String name, Consumer<RouteBuilder> route) throws Exception {
        start(route);

        assertThat(send().getException()).isNull();

        await().atMost(LockContext.SOON).until(() -> locks.journal.has("NOT_HELD"));
        locks.awaitFree("orders");
    }

    @Test
    void theLockMovesToTheExchangeThatSedaGoesOnWith() throws Exception {
        start(r -> {
            r.from("direct:start")
                    .to(ACQUIRE)
                    .to("seda:on?waitForTaskToComplete=Never")
                    .to("direct:next");
            r.from("seda:on")
                    .process(locks.journal.workUntil(workMayEnd, "work"))
                    .process(locks.look("orders"));
        });

        send();

        assertThat(locks.journal.entries()).contains("NOT_HELD");
        await().atMost(LockContext.SOON).until(() -> locks.journal.has("work begins"));
        assertThat(locks.isHeld("orders")).isTrue();
        workMayEnd.countDown();
        await().atMost(LockContext.SOON).until(() -> locks.journal.has("held"));
        locks.awaitFree("orders");
    }

    @Test
    void aCopyHoldsWhatItAcquiresItselfUntilItIsOver() throws Exception {
        start(r -> r.from("direct:start")
                .to(ACQUIRE)
                .split(r.header("next"))
                .to("redlock:item?operation=tryAcquire")
                .process(locks.look("item"))
                .end()
                .process(exchange -> locks.awaitFree("item"))
                .process(locks.look("orders")));

        assertThat(send().getException()).isNull();

        assertThat(locks.journal.entries()).containsExactly("held", "held");
    }

    @Test
    void theLockIsReleasedAfterEverythingElse() throws Exception {
        start(r -> r.from("direct:start")
                .to(ACQUIRE)
                .process(exchange -> exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                    @Override
                    public void onDone(Exchange done) {
                        locks.journal.write(locks.isHeld("orders") ? "held" : "free");
                    }
                })));

        send();

        assertThat(locks.journal.entries()).containsExactly("held");
        locks.awaitFree("orders");
    }

    @Test
    void theSameLockTwiceInOneExchangeIsReleasedWithTheOuterOne() throws Exception {
        start(r -> r.from("direct:start")
                .to(ACQUIRE)
                .to(ACQUIRE)
                .to("direct:next")
                .process(locks.look("orders"))
                .to("direct:next"));

        send();

        assertThat(locks.journal.entries()).containsExactly("STILL_HELD", "held", "RELEASED");
    }

    @Test
    void anExchangeThatFailsReleases() throws Exception {
        start(r -> r.from("direct:start").to(ACQUIRE).throwException(new IllegalStateException("on purpose")));

        assertThat(send().getException()).hasMessage("on purpose");

        locks.awaitFree("orders");
    }

    @Test
    void pooledExchangesStartWithoutTheLocksOfTheirPredecessors() throws Exception {
        locks.context.getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
        Processor before = exchange ->
                locks.journal.write(Objects.toString(exchange.getProperty(RedlockConstants.LEASE), "clean"));
        start(r -> r.from("timer:t?repeatCount=20&period=1&delay=0")
                .process(before)
                .to("redlock:orders")
                .process(locks.look("orders")));

        await().atMost(LockContext.SOON).until(() -> locks.journal.count("held") == 20);

        assertThat(locks.journal.count("clean")).isEqualTo(20);
        locks.awaitFree("orders");
    }
}
