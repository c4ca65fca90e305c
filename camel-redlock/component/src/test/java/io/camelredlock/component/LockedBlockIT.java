// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseLostException;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Blocks of routes under a {@link RedlockPolicy}. */
final class LockedBlockIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final CountDownLatch workMayEnd = new CountDownLatch(1);
    private final RedlockPolicy policy = new RedlockPolicy();
    private LockContext locks;

    @BeforeEach
    void createContext(RedisNodes nodes) {
        locks = new LockContext(nodes);
        policy.setResource("order-${header.id}");
    }

    @AfterEach
    void stop() {
        workMayEnd.countDown();
        locks.close();
    }

    private void start() throws Exception {
        locks.start(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:start")
                        .policy(policy)
                        .process(locks.look("order-7"))
                        .end()
                        .process(exchange -> locks.awaitFree("order-7"))
                        .process(locks.journal.step("after"));
                from("direct:nested")
                        .policy(policy)
                        .policy(policy)
                        .process(locks.look("order-7"))
                        .end()
                        .process(locks.look("order-7"))
                        .end();
                from("direct:failing").policy(policy).throwException(new IllegalStateException("on purpose"));
                from("direct:long").policy(policy).process(locks.journal.workUntil(workMayEnd, "work"));
                from("direct:slow").policy(policy).delay(5).asyncDelayed().process(this::alone);
            }

            private void alone(Exchange exchange) {
                locks.journal.write("in");
                assertThat(locks.journal.count("in") - locks.journal.count("out"))
                        .isEqualTo(1);
                locks.journal.write("out");
            }
        });
    }

    private Exchange send(String uri) {
        return locks.send(uri, Map.of("id", 7));
    }

    @Test
    void theBlockRunsUnderTheLockAndWhatFollowsDoesNot() throws Exception {
        start();

        assertThat(send("direct:start").getException()).isNull();

        assertThat(locks.journal.entries()).containsExactly("held", "after");
    }

    @Test
    void aBlockInABlockIsUnderTheLockOfTheOuterOne() throws Exception {
        start();

        assertThat(send("direct:nested").getException()).isNull();

        assertThat(locks.journal.entries()).containsExactly("held", "held");
        locks.awaitFree("order-7");
    }

    @Test
    void aBlockThatFailsReleases() throws Exception {
        start();

        assertThat(send("direct:failing").getException()).hasMessage("on purpose");

        locks.awaitFree("order-7");
    }

    @Test
    void withoutTheLockTheBlockIsNotDone() throws Exception {
        policy.setTimeout(0L);
        start();
        Lease theirs = locks.heldByOther("order-7");

        assertThat(send("direct:start").getException()).isInstanceOf(LockNotAcquiredException.class);
        assertThat(locks.journal.entries()).isEmpty();
        theirs.release();
    }

    @Test
    void aRouteMayChooseToSkipTheBlock() throws Exception {
        policy.setTimeout(0L);
        policy.setFailIfNotAcquired(false);
        policy.setResource("${header.ids}");
        start();
        Lease theirs = locks.heldByOther("b");

        Exchange done = locks.send("direct:start", Map.of("ids", List.of("a", "b")));

        assertThat(done.getException()).isNull();
        assertThat(locks.journal.entries()).containsExactly("after");
        assertThat(done.getMessage().getHeader(RedlockConstants.ACQUIRED)).isEqualTo(false);
        theirs.release();
    }

    @Test
    void aLossDuringTheLastStepFailsTheBlock(RedisNodes nodes) throws Exception {
        start();
        CompletableFuture<Exchange> working = locks.template()
                .asyncSend("direct:long", exchange -> exchange.getMessage().setHeader("id", 7));
        await().atMost(LockContext.SOON).until(() -> locks.journal.has("work begins"));

        nodes.forEach(RedisNode::flush);
        await().atMost(LockContext.SOON).until(() -> locks.component().locks().held() == 0);
        workMayEnd.countDown();

        assertThat(working.join().getException()).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void exchangesOfOneKeyAreDoneOneByOneWithoutAThreadThatWaits() throws Exception {
        start();

        List<CompletableFuture<Exchange>> sent = IntStream.range(0, 50)
                .mapToObj(number -> locks.template()
                        .asyncSend(
                                "direct:slow", exchange -> exchange.getMessage().setHeader("id", 7)))
                .toList();

        assertThat(sent)
                .allSatisfy(
                        exchange -> assertThat(exchange.join().getException()).isNull());
        assertThat(locks.journal.count("out")).isEqualTo(50);
    }

    @Test
    void aPolicyThatLocksNothingIsRefused() {
        policy.setResource(null);

        assertThatThrownBy(this::start).hasStackTraceContaining("resource is not set");
    }
}
