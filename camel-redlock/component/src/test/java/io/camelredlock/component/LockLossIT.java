// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseLostException;
import io.camelredlock.core.Loss;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of an exchange whose lock is lost, and of a lock whose exchange takes long or ends early. */
final class LockLossIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final CountDownLatch workMayEnd = new CountDownLatch(1);
    private final CompletableFuture<Lease> lease = new CompletableFuture<>();
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

    private void start(Consumer<RouteBuilder> route) throws Exception {
        locks.start(new RouteBuilder() {
            @Override
            public void configure() {
                route.accept(this);
            }
        });
    }

    /** A long step under the lock. */
    private Processor work() {
        Processor work = locks.journal.workUntil(workMayEnd, "work");
        return exchange -> {
            lease.complete(exchange.getProperty(RedlockConstants.LEASE, Lease.class));
            work.process(exchange);
        };
    }

    /** Begins the route's work, takes the lock away from it, and lets it go on. */
    private Exchange loseTheLockOf(String uri, RedisNodes nodes) {
        CompletableFuture<Exchange> working = locks.sendAsync(uri);
        await().atMost(LockContext.SOON).until(() -> locks.journal.has("work begins"));
        nodes.forEach(node -> node.flush());
        await().atMost(LockContext.SOON).until(() -> !lease.join().isValid());
        workMayEnd.countDown();
        return working.join();
    }

    @Test
    void theNextStepFailsAndIsNotRedelivered(RedisNodes nodes) throws Exception {
        start(r -> r.from("direct:start")
                .errorHandler(r.defaultErrorHandler()
                        .maximumRedeliveries(5)
                        .redeliveryDelay(1)
                        .onRedelivery(locks.journal.step("redelivers")))
                .to("redlock:orders")
                .process(work())
                .process(locks.journal.step("after")));

        Exchange failed = loseTheLockOf("direct:start", nodes);

        assertThat(failed.getException()).isInstanceOf(LeaseLostException.class).hasMessageContaining("orders");
        assertThat(locks.journal.entries()).containsExactly("work begins", "work ends");
    }

    @Test
    void stepsOfRoutesMadeBeforeAreGuardedToo(RedisNodes nodes) throws Exception {
        start(r -> {
            r.from("direct:next").process(locks.journal.step("after"));
            r.from("direct:start").to("redlock:orders").process(work()).to("direct:next");
            r.from("direct:outer").to("redlock:orders").to("direct:inner");
        });

        assertThat(loseTheLockOf("direct:start", nodes).getException()).isInstanceOf(LeaseLostException.class);
        assertThat(locks.journal.has("after")).isFalse();
    }

    @Test
    void anOnExceptionHandlesTheLossInPeace(RedisNodes nodes) throws Exception {
        start(r -> {
            r.onException(LeaseLostException.class)
                    .handled(true)
                    .process(locks.journal.step("handles"))
                    .process(locks.journal.step("goes on"));
            r.from("direct:start").to("redlock:orders").process(work()).process(locks.journal.step("after"));
        });

        Exchange handled = loseTheLockOf("direct:start", nodes);

        assertThat(handled.getException()).isNull();
        assertThat(handled.isRollbackOnly()).isFalse();
        assertThat(locks.journal.entries()).containsExactly("work begins", "work ends", "handles", "goes on");
    }

    @Test
    void theLossIsToldOnceSoThatARouteCanCatchIt(RedisNodes nodes) throws Exception {
        start(r -> r.from("direct:start")
                .to("redlock:orders")
                .doTry()
                .process(work())
                .process(locks.journal.step("after"))
                .doCatch(LeaseLostException.class)
                .process(locks.journal.step("catches"))
                .end()
                .process(locks.journal.step("goes on")));

        Exchange caught = loseTheLockOf("direct:start", nodes);

        assertThat(caught.getException()).isNull();
        assertThat(locks.journal.entries()).containsExactly("work begins", "work ends", "catches", "goes on");
    }

    @Test
    void aLossDoesNotDisturbADeadLetterRoute(RedisNodes nodes) throws Exception {
        start(r -> {
            r.from("direct:dead")
                    .errorHandler(r.noErrorHandler())
                    .process(work())
                    .process(locks.journal.step("buried"));
            r.from("direct:start")
                    .errorHandler(r.deadLetterChannel("direct:dead"))
                    .to("redlock:orders")
                    .throwException(new IllegalStateException("on purpose"));
        });

        loseTheLockOf("direct:start", nodes);

        assertThat(locks.journal.entries()).containsExactly("work begins", "work ends", "buried");
    }

    @Test
    void aRouteMayIgnoreTheLoss(RedisNodes nodes) throws Exception {
        start(r -> r.from("direct:start")
                .to("redlock:orders?onLost=ignore")
                .process(work())
                .process(locks.journal.step("after")));

        assertThat(loseTheLockOf("direct:start", nodes).getException()).isNull();
        assertThat(locks.journal.has("after")).isTrue();
    }

    @Test
    void theLockIsExtendedForAsLongAsTheExchangeTakes(RedisNodes nodes) throws Exception {
        start(r -> r.from("direct:start").to("redlock:orders").process(work()));
        CompletableFuture<Exchange> working = locks.sendAsync("direct:start");

        await().atMost(LockContext.SOON).until(() -> locks.journal.has("work begins"));
        await().atMost(LockContext.SOON).until(() -> nodes.get(0).pttl("redlock:orders") < 2_500);
        await().atMost(LockContext.SOON).until(() -> nodes.get(0).pttl("redlock:orders") > 2_500);

        workMayEnd.countDown();
        assertThat(working.join().getException()).isNull();
    }

    @Test
    void noExchangeHoldsLongerThanMaxHold() throws Exception {
        start(r -> r.from("direct:start")
                .to("redlock:orders?maxHold=1s")
                .process(work())
                .process(locks.journal.step("after")));
        CompletableFuture<Exchange> working = locks.sendAsync("direct:start");

        await().atMost(LockContext.SOON).until(() -> locks.journal.has("work begins"));
        locks.awaitFree("orders");

        workMayEnd.countDown();
        assertThat(working.join().getException())
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.loss().reason()).isEqualTo(Loss.Reason.HELD_TOO_LONG));
    }

    @Test
    void aShortExchangeHoldsForMinHoldEvenIfItsContextStops() throws Exception {
        start(r -> {
            r.from("direct:short").to("redlock:tick?operation=tryAcquire&minHold=1s");
            r.from("direct:long").to("redlock:day?operation=tryAcquire&minHold=60s");
        });

        assertThat(locks.send("direct:short").getException()).isNull();
        assertThat(locks.isHeld("tick")).isTrue();
        assertThat(locks.send("direct:short").getException()).isInstanceOf(LockNotAcquiredException.class);
        locks.awaitFree("tick");
        locks.send("direct:long");
        locks.context.stop();

        assertThat(locks.isHeld("day")).as("left to expire").isTrue();
        locks.awaitFree("day");
    }

    @Test
    void whatGoesOnAfterTheStopIsNotUnlockedButExpires() throws Exception {
        start(r -> r.from("direct:start").to("redlock:orders").process(work()).process(locks.journal.step("after")));
        locks.context.getShutdownStrategy().setTimeout(1);
        CompletableFuture<Exchange> working = locks.sendAsync("direct:start");
        await().atMost(LockContext.SOON).until(() -> locks.journal.has("work begins"));

        CompletableFuture<Void> stopping = CompletableFuture.runAsync(locks.context::stop);

        await().atMost(LockContext.SOON).until(() -> !lease.join().isValid());
        await().during(Duration.ofMillis(500)).atMost(LockContext.SOON).until(() -> locks.isHeld("orders"));
        locks.awaitFree("orders");
        workMayEnd.countDown();
        assertThat(stopping).succeedsWithin(LockContext.SOON);
        assertThat(working).succeedsWithin(LockContext.SOON);
    }
}
