// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.Map;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheck.State;
import org.apache.camel.health.HealthCheckRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the health check of a cluster service says, and when it is there. */
final class HealthIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    @Test
    void c71LeaderAndFollowerAreUpAndSayWhatTheyAre(RedisNodes nodes) throws Exception {
        try (TestMember a = TestMember.started(nodes, "a");
                TestMember b = TestMember.started(nodes, "b")) {
            a.leading("orders");
            b.view("orders");
            await().atMost(SOON).until(() -> namespace(b).containsValue(a.id()));

            assertThat(stateOf(a)).isEqualTo(State.UP);
            assertThat(namespace(a)).containsEntry("role", "leader").containsEntry("lastLoss", "");
            assertThat(namespace(a).get("validityMillis")).isNotEqualTo(0L);
            assertThat(stateOf(b)).isEqualTo(State.UP);
            assertThat(namespace(b)).containsEntry("role", "follower").containsEntry("fencingToken", 0L);
            assertThat(check(b).isLiveness()).isFalse();
        }
    }

    @Test
    void c05ALeaderWhoseRouteDidNotStartSaysSo(RedisNodes nodes) throws Exception {
        try (TestMember a = TestMember.of(nodes, "a")) {
            a.context.addComponent("broken", new BrokenComponent());
            a.route(new RouteBuilder() {
                @Override
                public void configure() {
                    from("master:orders:broken:broker").routeId("orders").to("log:work");
                }
            });
            a.start();

            await().atMost(SOON).until(() -> namespace(a).containsValue("leader"));
            await().atMost(SOON).until(() -> BrokenComponent.STARTS.get() > 0);
            assertThat(namespace(a)).containsEntry("idleRoutes", List.of("orders"));
            assertThat(a.service.report().toString()).contains("leader", "ROUTES NOT STARTED [orders]");
            assertThat(stateOf(a)).isEqualTo(State.UP);
        }
    }

    @Test
    void aMemberIsDownWithoutQuorumForLongerThanOneTtlAndUpWhenItIsBack(RedisNodes nodes) throws Exception {
        try (TestMember a = TestMember.started(nodes, "a")) {
            a.leading("orders");
            nodes.all().subList(0, 2).forEach(RedisNode::kill);

            await().atMost(TTL.plus(SOON)).until(() -> stateOf(a) == State.DOWN);
            assertThat(check(a).call().getMessage().orElseThrow()).contains("no quorum", "not connected");
            assertThat(check(a).call().getDetails()).containsEntry("quorum", false);

            nodes.all().subList(0, 2).forEach(RedisNode::restart);
            await().atMost(SOON.multipliedBy(2)).until(() -> stateOf(a) == State.UP);
        }
    }

    @Test
    void aMemberWithItsQuorumIsUpThoughOneNodeIsDown(RedisNodes nodes) throws Exception {
        nodes.get(0).kill();
        try (TestMember a = TestMember.started(nodes, "a")) {
            a.leading("orders");

            await().during(TTL.plusSeconds(1)).atMost(TTL.plus(SOON)).until(() -> stateOf(a) == State.UP);
        }
    }

    @Test
    void aMemberThatLeavesIsDownUnlessOnlyDetailsAreWanted(RedisNodes nodes) throws Exception {
        try (TestMember a = TestMember.started(nodes, "a");
                TestMember b = TestMember.of(nodes, "b")) {
            b.service.setHealthCheckMode("detailsOnly");
            b.start();
            a.service.leave();
            b.service.leave();

            assertThat(stateOf(a)).isEqualTo(State.DOWN);
            assertThat(stateOf(b)).isEqualTo(State.UP);
            assertThat(check(b).call().getDetails()).containsEntry("leaving", true);
        }
    }

    @Test
    void c73ThereIsOneCheckHoweverOftenRoutesComeAndGoAndNoneWithoutTheService(RedisNodes nodes) throws Exception {
        try (TestMember a = TestMember.started(nodes, "a")) {
            for (int time = 0; time < 20; time++) {
                a.route(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("master:orders:timer:work").routeId("orders").to("log:work");
                    }
                });
                a.context.getRouteController().stopRoute("orders");
                a.context.removeRoute("orders");
            }
            assertThat(checks(a)).hasSize(1);

            a.context.removeService(a.service);

            assertThat(checks(a)).isEmpty();
            a.service.shutdown();
        }
    }

    @Test
    void c73TheCheckIsGoneWithItsContext(RedisNodes nodes) throws Exception {
        TestMember a = TestMember.started(nodes, "a");
        HealthCheckRegistry registry = HealthCheckRegistry.get(a.context);
        assertThat(registry.getCheck("redlock")).isPresent();

        a.close();

        assertThat(registry.getCheck("redlock")).isEmpty();
    }

    @Test
    void anUnknownModeIsRefused() {
        assertThatThrownBy(() -> new RedlockClusterService().setHealthCheckMode("liveness"))
                .hasMessageContaining("healthCheckMode liveness")
                .hasMessageContaining("detailsOnly");
    }

    private static State stateOf(TestMember member) {
        return check(member).call().getState();
    }

    private static HealthCheck check(TestMember member) {
        return checks(member).get(0);
    }

    private static List<HealthCheck> checks(TestMember member) {
        return HealthCheckRegistry.get(member.context).stream()
                .filter(RedlockHealthCheck.class::isInstance)
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> namespace(TestMember member) {
        Object namespaces = check(member).call().getDetails().get("namespaces");
        return ((List<Map<String, Object>>) requireNonNull(namespaces)).get(0);
    }
}
