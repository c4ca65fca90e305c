// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Lease;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each operation does, and what it says. */
final class LockStepsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private LockContext locks;
    private volatile Runnable beforeAgain = () -> {};

    @BeforeEach
    void startRoutes(RedisNodes nodes) throws Exception {
        locks = new LockContext(nodes);
        locks.start(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:acquire").to("redlock:orders?timeout=8s").process(locks.look("orders"));
                from("direct:try").to("redlock:orders?operation=tryAcquire").process(locks.look("orders"));
                from("direct:choose")
                        .to("redlock:orders?operation=tryAcquire&failIfNotAcquired=false")
                        .process(locks.journal.step("goes on"));
                from("direct:cycle")
                        .to("redlock:orders?timeout=8s")
                        .to("redlock:orders?operation=release")
                        .process(exchange -> locks.awaitFree("orders"));
                from("direct:extend")
                        .to("redlock:orders")
                        .to("redlock:orders?operation=extend&ttl=2s")
                        .process(remaining())
                        .to("redlock:orders?operation=extend&extendBy=500")
                        .process(remaining());
                from("direct:several").to("redlock:a|b?separator=|&operation=tryAcquire");
                from("direct:release").to("redlock:orders?operation=release");
                from("direct:releaseIfHeld").to("redlock:orders?operation=release&failIfNotAcquired=false");
                from("direct:again")
                        .errorHandler(defaultErrorHandler()
                                .maximumRedeliveries(1)
                                .redeliveryDelay(0)
                                .onRedelivery(exchange -> beforeAgain.run()))
                        .to("redlock:orders?operation=tryAcquire");
                from("direct:status").to("redlock:orders?operation=status");
            }
        });
    }

    private Processor remaining() {
        return exchange -> locks.journal.write(
                exchange.getMessage().getHeader(RedlockConstants.REMAINING, Long.class) > 2_000 ? "more" : "less");
    }

    @AfterEach
    void stop() {
        locks.close();
    }

    private static Object header(Exchange exchange, String name) {
        return exchange.getMessage().getHeader(name);
    }

    @Test
    void acquireHoldsUntilTheExchangeIsOverAndSaysWhatItHolds() {
        Exchange done = locks.send("direct:acquire");

        assertThat(done.getException()).isNull();
        assertThat(locks.journal.entries()).containsExactly("held");
        assertThat(header(done, RedlockConstants.ACQUIRED)).isEqualTo(true);
        assertThat(header(done, RedlockConstants.RESOURCE)).isEqualTo("orders");
        assertThat((Long) header(done, RedlockConstants.FENCING_TOKEN)).isPositive();
        assertThat((Long) header(done, RedlockConstants.REMAINING)).isBetween(1L, LockContext.TTL.toMillis());
        locks.awaitFree("orders");
    }

    @Test
    void acquireWaitsForItsTurn() {
        Lease theirs = locks.heldByOther("orders");
        CompletableFuture<Exchange> waiting = locks.sendAsync("direct:acquire");
        long before = theirs.fencingToken();

        theirs.release();

        Exchange done = waiting.join();
        assertThat(done.getException()).isNull();
        assertThat((Long) header(done, RedlockConstants.FENCING_TOKEN)).isGreaterThan(before);
    }

    @Test
    void l24_tryAcquireFailsClosed() {
        locks.heldByOther("orders");

        Exchange refused = locks.send("direct:try");

        assertThat(refused.getException())
                .isInstanceOfSatisfying(
                        LockNotAcquiredException.class,
                        failure -> assertThat(failure.resources()).containsExactly("orders"));
        assertThat(locks.journal.entries()).isEmpty();
        assertThat(header(refused, RedlockConstants.ACQUIRED)).isEqualTo(false);
    }

    @Test
    void aRouteMayChooseToGoOnWithout() {
        locks.heldByOther("orders");

        Exchange done = locks.send("direct:choose", Map.of(RedlockConstants.FENCING_TOKEN, 7L));

        assertThat(done.getException()).isNull();
        assertThat(locks.journal.entries()).containsExactly("goes on");
        assertThat(header(done, RedlockConstants.ACQUIRED)).isEqualTo(false);
        assertThat(header(done, RedlockConstants.FENCING_TOKEN))
                .as("an earlier step's")
                .isNull();
    }

    @Test
    void notKnowingIsAnotherFailureThanNotGetting(RedisNodes nodes) {
        nodes.get(0).kill();
        nodes.get(1).kill();

        assertThat(locks.send("direct:choose").getException()).isInstanceOf(QuorumUnreachableException.class);
    }

    @Test
    void releaseGivesBackBeforeTheExchangeIsOver() {
        Exchange done = locks.send("direct:cycle");

        assertThat(done.getException()).isNull();
        assertThat(header(done, RedlockConstants.RELEASE)).isEqualTo("RELEASED");
        assertThat(done.getProperty(RedlockConstants.LEASE)).isNull();
        assertThat(locks.component().locks().held()).isZero();
    }

    @Test
    void extendSetsOrAdds() {
        await().atMost(LockContext.SOON)
                .untilAsserted(
                        () -> { // an automatic extension may come between the two
                            locks.journal.clear();
                            assertThat(locks.send("direct:extend").getException())
                                    .isNull();
                            assertThat(locks.journal.entries()).containsExactly("less", "more");
                        });
    }

    @Test
    void severalAreLockedAllOrNone() {
        Lease theirs = locks.heldByOther("b");
        assertThat(locks.send("direct:several").getException()).isInstanceOf(LockNotAcquiredException.class);
        locks.awaitFree("a");
        theirs.release();

        Exchange done = locks.send("direct:several");

        assertThat(done.getException()).isNull();
        assertThat(header(done, RedlockConstants.RESOURCE)).isEqualTo(List.of("a", "b"));
    }

    @Test
    void c58AReleaseWithoutALockTouchesNobodysAndSaysSo() {
        Lease theirs = locks.heldByOther("orders");

        assertThat(locks.send("direct:release").getException()).isInstanceOf(LockNotHeldException.class);
        Exchange done = locks.send("direct:releaseIfHeld");

        assertThat(done.getException()).isNull();
        assertThat(header(done, RedlockConstants.RELEASE)).isEqualTo("NOT_HELD");
        assertThat(theirs.isValid()).isTrue();
        assertThat(locks.isHeld("orders")).isTrue();
    }

    @Test
    void statusNamesTheHolder() {
        assertThat(header(locks.send("direct:status"), RedlockConstants.HOLDER)).isNull();
        locks.heldByOther("orders");

        Exchange seen = locks.send("direct:status");

        assertThat(header(seen, RedlockConstants.HOLDER)).isEqualTo(locks.otherId());
        assertThat(header(seen, RedlockConstants.ACQUIRED)).isEqualTo(false);
    }

    @Test
    void everyOverrideHeaderIsReadOnceAndRemoved() {
        Lease theirs = locks.heldByOther("else");
        Map<String, Object> overrides = Map.of(
                RedlockConstants.OVERRIDE_HANDOVER_TTL,
                "1s",
                RedlockConstants.OVERRIDE_OPERATION,
                "tryAcquire",
                RedlockConstants.OVERRIDE_RESOURCE,
                List.of("else", "more"),
                RedlockConstants.OVERRIDE_TTL,
                "2s",
                RedlockConstants.OVERRIDE_TIMEOUT,
                Duration.ofMillis(100),
                RedlockConstants.OVERRIDE_EXTEND_BY,
                50);

        Exchange refused = locks.send("direct:acquire", overrides);
        assertThat(refused.getException()).isInstanceOf(LockNotAcquiredException.class);
        assertThat(refused.getMessage().getHeaders())
                .doesNotContainKeys(overrides.keySet().toArray(String[]::new));

        theirs.release();
        Exchange done = locks.send("direct:acquire", overrides);
        assertThat(header(done, RedlockConstants.RESOURCE)).isEqualTo(List.of("else", "more"));
        assertThat((Long) header(done, RedlockConstants.REMAINING)).isLessThan(2_000);
    }

    @Test
    void aRedeliveryActsOnTheSameOverrides() {
        Lease theirs = locks.heldByOther("else");
        beforeAgain = theirs::release;

        Exchange done = locks.send("direct:again", Map.of(RedlockConstants.OVERRIDE_RESOURCE, "else"));

        assertThat(done.getException()).isNull();
        assertThat(header(done, RedlockConstants.RESOURCE)).isEqualTo("else");
    }

    @Test
    void c49WhatWaitsIsToldWhenTheComponentStops() {
        locks.heldByOther("orders");
        CompletableFuture<Exchange> waiting = locks.sendAsync("direct:acquire");
        await().atMost(LockContext.SOON)
                .until(() -> locks.context.getInflightRepository().size() == 1);

        locks.component().stop();

        assertThat(waiting.join().getException()).isInstanceOf(RejectedExecutionException.class);
    }
}
