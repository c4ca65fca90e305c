// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.master.MasterComponent;
import org.apache.camel.component.seda.SedaEndpoint;
import org.apache.camel.impl.cluster.ClusteredRoutePolicy;
import org.apache.camel.support.cluster.ClusterServiceSelectors;
import org.junit.jupiter.api.Test;

/** What went wrong for users of other cluster services, and belongs to no other class. */
final class CamelCasesIT extends TwoMembers {

    @Test
    void c06AnIsolatedLeaderStopsItsRouteBeforeTheNextStarts(RedisNodes nodes) throws Exception {
        try (NodeLinks links = nodes.links();
                TestMember isolated = TestMember.of(links.addresses(), "isolated")) {
            isolated.service.setClusterId("both ways");
            b.service.setClusterId("both ways");
            isolated.route(underPolicy("isolated")).start();
            await().atMost(SOON).until(() -> journal.has("isolated"));
            b.route(underPolicy("b")).start();

            links.to(0).cut();
            links.to(1).cut();

            await().atMost(TTL.multipliedBy(2).plus(SOON)).until(() -> journal.count("b") > 10);
            List<String> ticks = journal.entries();
            assertThat(ticks.subList(ticks.indexOf("b"), ticks.size())).containsOnly("b");
        }
    }

    @Test
    void c12OfTwoServicesTheSelectedOneIsUsed(RedisNodes nodes) throws Exception {
        RedlockClusterService second = new RedlockClusterService();
        second.setId("second");
        second.setNodes(nodes.addresses());
        second.setKeyPrefix("second:");
        a.service.setOrder(1);
        second.setOrder(2);
        a.addService();
        a.context.addService(second);
        MasterComponent master = new MasterComponent();
        master.setServiceSelector(ClusterServiceSelectors.order());
        a.context.addComponent("master", master); // which looks for its service at once

        a.route(ticking("orders", "a")).start();

        await().atMost(SOON).until(() -> journal.has("a"));
        assertThat(a.service.isLeader("orders")).isTrue();
        assertThat(second.getNamespaces()).isEmpty();
    }

    @Test
    void c22EachNamespaceIsLedByWhoHasRoutesForItAndHasAKeyOfItsOwn(RedisNodes nodes) throws Exception {
        a.route(ticking("one", "a")).start();
        b.route(ticking("two", "b")).start();

        await().atMost(SOON).until(() -> journal.has("a") && journal.has("b"));

        assertThat(nodes.get(0).keys("redlock-leader:*"))
                .containsExactlyInAnyOrder("redlock-leader:one", "redlock-leader:two");
    }

    @Test
    void c51AFollowerTakesNothingFromItsQueue() throws Exception {
        a.route(ticking("orders", "a")).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        b.route(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("master:orders:seda:in").process(journal.step("b"));
                    }
                })
                .start();
        for (int number = 0; number < 1_000; number++) {
            b.context.createProducerTemplate().sendBody("seda:in", number);
        }

        await().during(TTL).atMost(TTL.plus(SOON)).until(() -> !journal.has("b"));
        assertThat(b.context.getEndpoint("seda:in", SedaEndpoint.class).getExchanges())
                .hasSize(1_000);
        a.close();

        await().atMost(SOON.multipliedBy(2)).until(() -> journal.count("b") == 1_000);
    }

    @Test
    void c63NodesThatForgetAllHaveOneLeaderAgainAndNeverTwo(RedisNodes nodes) throws Exception {
        a.route(underPolicy("a")).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        b.route(underPolicy("b")).start();
        await().atMost(SOON)
                .until(() -> TestMember.leaderOf(b.service.peek("orders").orElseThrow())
                        .equals(a.id()));

        nodes.forEach(RedisNode::flush);

        await().during(TTL.multipliedBy(2))
                .atMost(TTL.multipliedBy(4))
                .until(() -> Stream.of(a, b)
                                .filter(member -> member.service.isLeader("orders"))
                                .count()
                        < 2);
        await().atMost(TTL.multipliedBy(3).plus(SOON))
                .until(() -> a.service.isLeader("orders") || b.service.isLeader("orders"));
    }

    private RouteBuilder ticking(String namespace, String who) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("master:" + namespace + ":timer:work?delay=0&period=20").process(journal.step(who));
            }
        };
    }

    private RouteBuilder underPolicy(String who) {
        return new RouteBuilder() {
            @Override
            public void configure() throws Exception {
                from("timer:work?delay=0&period=20")
                        .routePolicy(ClusteredRoutePolicy.forNamespace("orders"))
                        .process(journal.step(who));
            }
        };
    }
}
