// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;

/** What a stopping context gives away, and when, if it leads several namespaces. */
final class StoppingContextIT extends TwoMembers {

    @Test
    void c33ANamespaceIsGivenAwayWhenItsOwnWorkEndedThoughThatOfAnotherGoesOn() throws Exception {
        a.route(timer("orders", journal.workUntil(workMayEnd, "a")))
                .route(timer("bills", journal.step("a bills")))
                .start();
        await().atMost(SOON).until(() -> journal.has("a begins") && journal.has("a bills"));
        b.route(timer("orders", journal.step("b")))
                .route(timer("bills", journal.step("b bills")))
                .start();

        CompletableFuture<Void> stop = CompletableFuture.runAsync(a::close);

        await().atMost(SOON).until(() -> journal.has("b bills"));
        assertThat(journal.has("a ends")).isFalse();
        workMayEnd.countDown();
        stop.join();
        await().atMost(SOON).until(() -> journal.has("b"));
        assertThat(journal.entries()).containsSubsequence("a begins", "a ends", "b");
    }

    @Test
    void c42ExchangesInFlightGoOnToTheEndOfTheirRoute() throws Exception {
        a.route(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("master:orders:timer:orders?delay=0&period=20")
                                .process(journal.workUntil(workMayEnd, "a"))
                                .process(journal.step("a's next step"));
                    }
                })
                .start();
        await().atMost(SOON).until(() -> journal.has("a begins"));

        CompletableFuture<Void> stop = CompletableFuture.runAsync(a::close);
        await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        workMayEnd.countDown();
        stop.join();

        assertThat(journal.entries()).containsSubsequence("a begins", "a ends", "a's next step");
    }

    private static RouteBuilder timer(String namespace, Processor step) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("master:" + namespace + ":timer:" + namespace + "?delay=0&period=20")
                        .process(step);
            }
        };
    }
}
