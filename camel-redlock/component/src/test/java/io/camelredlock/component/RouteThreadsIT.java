// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Lease;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On which threads routes wait and go on. */
final class RouteThreadsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final CountDownLatch workMayEnd = new CountDownLatch(1);
    private LockContext locks;

    @BeforeEach
    void startRoutes(RedisNodes nodes) throws Exception {
        locks = new LockContext(nodes);
        locks.start(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:free").to("redlock:orders").process(this::thread);
                from("direct:synchronous")
                        .to("redlock:orders?synchronous=true")
                        .process(this::thread)
                        .to("redlock:orders?operation=release&synchronous=true")
                        .process(this::thread);
                from("direct:transacted")
                        .process(exchange -> exchange.getUnitOfWork().beginTransactedBy("a transaction"))
                        .to("redlock:orders")
                        .process(this::thread)
                        .to("redlock:orders?operation=release")
                        .process(this::thread);
                from("direct:busy")
                        .toD("redlock:order-${header.id}")
                        .process(locks.journal.workUntil(workMayEnd, "work"))
                        .process(locks.journal.step("still locked"));
                from("direct:waiting").to("redlock:orders?timeout=20s&synchronous=true");
            }

            private void thread(Exchange exchange) {
                locks.journal.write(Thread.currentThread().getName());
            }
        });
    }

    @AfterEach
    void stop() {
        workMayEnd.countDown();
        locks.close();
    }

    private CompletableFuture<Exchange> send(int id) {
        return locks.template()
                .asyncSend("direct:busy", exchange -> exchange.getMessage().setHeader("id", id));
    }

    @Test
    void aRouteGoesOnOnAThreadForRoutes() {
        locks.send("direct:free");

        assertThat(locks.journal.entries()).singleElement().asString().contains("RedlockRoutes");
    }

    @Test
    void aSynchronousStepStaysOnItsThread() {
        locks.send("direct:synchronous");

        assertThat(locks.journal.entries())
                .hasSize(2)
                .containsOnly(Thread.currentThread().getName());
    }

    @Test
    void anExchangeInATransactionStaysOnItsThread() {
        assertThat(locks.send("direct:transacted").getException()).isNull();

        assertThat(locks.journal.entries())
                .hasSize(2)
                .containsOnly(Thread.currentThread().getName());
        locks.awaitFree("orders");
    }

    @Test
    void aThreadThatWaitsCanBeInterrupted() {
        Lease theirs = locks.heldByOther("orders");
        CompletableFuture<Thread> waiting = new CompletableFuture<>();
        CompletableFuture<Exchange> sent = CompletableFuture.supplyAsync(() -> {
            waiting.complete(Thread.currentThread());
            return locks.send("direct:waiting");
        });
        Thread thread = waiting.join();
        await().atMost(LockContext.SOON)
                .until(() ->
                        locks.context.getInflightRepository().size() == 1 && thread.getState() == Thread.State.WAITING);

        thread.interrupt();

        assertThat(sent.join().getException()).isInstanceOf(InterruptedException.class);
        theirs.release();
        locks.awaitFree("orders");
    }

    @Test
    void locksOutliveTheirTtlWhileAllThreadsForRoutesAreBlocked(RedisNodes nodes) {
        List<CompletableFuture<Exchange>> sent =
                IntStream.range(0, 32).mapToObj(this::send).toList();
        await().atMost(LockContext.SOON).until(() -> locks.journal.count("work begins") == 32);
        await().during(Duration.ofSeconds(5))
                .atMost(LockContext.SOON)
                .untilAsserted(() -> assertThat(IntStream.range(0, 32))
                        .allMatch(id -> nodes.get(0).get("redlock:order-" + id).isPresent()));

        workMayEnd.countDown();

        assertThat(sent)
                .allSatisfy(
                        exchange -> assertThat(exchange.join().getException()).isNull());
        assertThat(locks.journal.count("still locked")).isEqualTo(32);
    }
}
