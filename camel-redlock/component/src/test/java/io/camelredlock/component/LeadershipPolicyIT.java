// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.LeadershipIT.isFree;
import static io.camelredlock.component.TestMember.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.cluster.ClusteredRoutePolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a {@link RedlockLeadershipPolicy} lets through, and with which token. */
final class LeadershipPolicyIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final Journal journal = new Journal();
    private final CountDownLatch workMayEnd = new CountDownLatch(1);
    private final RedlockLeadershipPolicy policy = new RedlockLeadershipPolicy();

    private TestMember a;

    @BeforeEach
    void createMember(RedisNodes nodes) throws Exception {
        a = TestMember.of(nodes, "a").addService();
    }

    @AfterEach
    void stopMember() {
        workMayEnd.countDown();
        a.close();
    }

    @Test
    void anExchangeCarriesTheFencingTokenOfTheTermItBeganIn(RedisNodes nodes) throws Exception {
        policy.setHeader(true);
        a.route(new RouteBuilder() {
            @Override
            public void configure() {
                from("master:orders:timer:tick?delay=0&period=50")
                        .routePolicy(policy)
                        .process(journal.property(RedlockConstants.FENCING_TOKEN))
                        .process(exchange -> journal.write("header "
                                + exchange.getMessage().getHeader(RedlockConstants.FENCING_TOKEN, Long.class)));
            }
        });
        a.start();

        String first = String.valueOf(a.leading("orders").fencingToken().orElseThrow());
        await().atMost(SOON).until(() -> journal.has(first) && journal.has("header " + first));

        a.service.stop();
        await().atMost(SOON).until(() -> isFree(nodes, "orders"));
        a.service.start();
        long second = a.leading("orders").fencingToken().orElseThrow();
        assertThat(second).isGreaterThan(Long.parseLong(first));
        await().atMost(SOON).until(() -> journal.has(String.valueOf(second)));
    }

    @Test
    void aRouteWithAClusteredRoutePolicyFindsItsNamespaceToo() throws Exception {
        a.route(new RouteBuilder() {
            @Override
            public void configure() throws Exception {
                from("timer:tick?delay=0&period=50")
                        .routePolicy(ClusteredRoutePolicy.forNamespace("orders"), policy)
                        .process(journal.property(RedlockConstants.FENCING_TOKEN));
            }
        });
        a.start();

        String token = String.valueOf(a.leading("orders").fencingToken().orElseThrow());
        await().atMost(SOON).until(() -> journal.has(token));
    }

    @Test
    void anExchangeThatBeginsWithoutLeadershipIsRefusedBeforeItsFirstStep() throws Exception {
        policy.setNamespace("orders");
        a.route(direct());
        a.start();

        Exchange refused = send("direct:work");

        assertThat(refused.getException())
                .isInstanceOf(LeadershipLostException.class)
                .hasMessageContaining("orders");
        assertThat(refused.isRouteStop()).isTrue();
        assertThat(journal.entries()).isEmpty();

        a.leading("orders");
        assertThat(send("direct:work").getException()).isNull();
        assertThat(journal.count("begins")).isEqualTo(1);
    }

    @Test
    void whatBeganUnderALeadershipThatDrainsGoesOnAndNothingElseBegins(RedisNodes nodes) throws Exception {
        policy.setNamespace("orders");
        a.route(direct());
        a.route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:slow")
                        .routePolicy(policy)
                        .process(journal.workUntil(workMayEnd, "slow"))
                        .to("direct:work");
            }
        });
        a.start();
        RedlockClusterView view = a.leading("orders");
        CompletableFuture<Exchange> slow = CompletableFuture.supplyAsync(() -> send("direct:slow"));
        await().atMost(SOON).until(() -> journal.has("slow begins"));

        view.setDisabled(true);
        assertThat(send("direct:work").getException()).isInstanceOf(LeadershipLostException.class);
        assertThat(isFree(nodes, "orders")).isFalse();
        workMayEnd.countDown();

        assertThat(slow.join().getException()).isNull();
        assertThat(journal.entries()).containsExactly("slow begins", "slow ends", "begins");
        await().atMost(SOON).until(() -> isFree(nodes, "orders"));
    }

    @Test
    void aRouteOfNoNamespaceCannotBeGuarded() {
        assertThatThrownBy(() -> a.route(direct()).start())
                .hasStackTraceContaining("set namespace on its RedlockLeadershipPolicy");
    }

    private RouteBuilder direct() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:work").routePolicy(policy).process(journal.step("begins"));
            }
        };
    }

    private Exchange send(String uri) {
        return a.context.createProducerTemplate().request(uri, exchange -> {});
    }
}
