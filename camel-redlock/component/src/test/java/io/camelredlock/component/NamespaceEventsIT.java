// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;

/** What {@code from("redlock:namespace")} tells. */
final class NamespaceEventsIT extends TwoMembers {

    private void consume(String uri) throws Exception {
        a.route(new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).routeId("events").process(this::write);
            }

            private void write(Exchange exchange) {
                String member = exchange.getMessage().getHeader(RedlockConstants.MEMBER, String.class);
                String who = member == null ? "nobody" : member.startsWith("a-") ? "a" : "b";
                journal.write(exchange.getMessage().getBody() + " " + who);
                assertThat(exchange.getMessage().getHeader(RedlockConstants.RESOURCE))
                        .isEqualTo("orders");
            }
        });
        a.start();
    }

    private void awaitEntry(String entry) {
        await().atMost(SOON).until(() -> journal.has(entry));
    }

    @Test
    void aConsumerSeesALeaderElsewhereAndNeverCompetes() throws Exception {
        consume("redlock:orders");
        awaitEntry("memberJoined a");
        b.start();
        awaitEntry("memberJoined b");

        RedlockClusterView leader = b.leading("orders");
        awaitEntry("leaderChanged b");
        b.service.releaseView(leader);
        awaitEntry("leaderChanged nobody");
        b.close();
        awaitEntry("memberLeft b");

        assertThat(journal.entries())
                .containsExactly(
                        "memberJoined a", "memberJoined b", "leaderChanged b", "leaderChanged nobody", "memberLeft b");
        assertThat(a.service.peek("orders")).isEmpty();
    }

    @Test
    void aConsumerSeesItsOwnMemberGainAndLose() throws Exception {
        consume("redlock:orders?initialEvent=false");

        RedlockClusterView view = a.leading("orders");
        awaitEntry("gained a");
        a.service.releaseView(view);
        awaitEntry("lost a");

        await().atMost(SOON).until(() -> journal.entries().size() == 4);
        assertThat(journal.entries()).containsExactly("leaderChanged a", "gained a", "lost a", "leaderChanged nobody");
    }

    @Test
    void c29WhatIsKnownAtTheStartIsTold() throws Exception {
        consume("redlock:orders");
        awaitEntry("memberJoined a");
        a.leading("orders");
        awaitEntry("gained a");
        journal.clear();

        a.context.getRouteController().stopRoute("events");
        a.context.getRouteController().startRoute("events");

        awaitEntry("gained a");
        assertThat(journal.entries()).containsExactly("memberJoined a", "leaderChanged a", "gained a");
    }

    @Test
    void theGainCarriesTheFencingToken() throws Exception {
        a.route(new RouteBuilder() {
            @Override
            public void configure() {
                from("redlock:orders")
                        .filter(header(RedlockConstants.EVENT).isEqualTo("gained"))
                        .process(exchange -> journal.write(
                                exchange.getMessage().getHeader(RedlockConstants.FENCING_TOKEN, String.class)));
            }
        });
        a.start();

        long token = a.leading("orders").fencingToken().orElseThrow();

        awaitEntry(String.valueOf(token));
    }

    @Test
    void manyConsumersCostNoThreads() throws Exception {
        a.start();
        int before = Thread.activeCount();
        a.route(new RouteBuilder() {
            @Override
            public void configure() {
                for (int number = 0; number < 100; number++) {
                    from("redlock:orders-" + number).process(journal.step("told"));
                }
            }
        });

        await().atMost(SOON).until(() -> journal.count("told") == 100);

        assertThat(Thread.activeCount() - before).isLessThan(60);
    }
}
