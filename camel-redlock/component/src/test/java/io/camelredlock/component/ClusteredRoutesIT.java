// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.LeadershipIT.isFree;
import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.cluster.ClusteredRouteController;
import org.apache.camel.impl.cluster.ClusteredRoutePolicy;
import org.junit.jupiter.api.Test;

/** Routes with a ClusteredRoutePolicy or under a ClusteredRouteController, on two members. */
final class ClusteredRoutesIT extends TwoMembers {

    @Test
    void aPolicyRouteRunsOnTheLeaderAndMovesWithTheLeadership() throws Exception {
        a.route(underPolicy(journal.step("a"))).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        b.route(underPolicy(journal.step("b"))).start();

        disable(a, true);
        await().atMost(SOON).until(() -> journal.has("b"));
        journal.clear();
        await().atMost(SOON).until(() -> journal.has("b"));
        assertThat(journal.has("a")).isFalse();

        disable(a, false);
        disable(b, true);
        await().atMost(SOON).until(() -> journal.has("a"));
    }

    @Test
    void aLeadershipThatMovesIsKeptUntilThePolicysRouteHasStopped() throws Exception {
        a.route(underPolicy(journal.workUntil(workMayEnd, "a"))).start();
        await().atMost(SOON).until(() -> journal.has("a begins"));
        b.route(underPolicy(journal.step("b"))).start();

        disable(a, true);
        await().during(TTL.plusSeconds(1)).atMost(TTL.multipliedBy(3)).until(() -> !journal.has("b"));
        workMayEnd.countDown();

        await().atMost(SOON).until(() -> journal.has("b"));
        assertThat(journal.entries()).startsWith("a begins", "a ends", "b");
    }

    @Test
    void aDynamicRouteOfTheLeaderStartsWithItsContextRunning() throws Exception {
        a.start();
        a.leading("orders");

        a.route(underPolicy(journal.step("a")));

        await().atMost(SOON).until(() -> journal.has("a"));
    }

    @Test
    void c24ControlledRoutesFollowTheLeadership() throws Exception {
        a.context.setRouteController(controller(a));
        a.route(timer(journal.step("a"))).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        b.context.setRouteController(controller(b));
        b.route(timer(journal.step("b"))).start();

        a.close();
        journal.clear();

        await().atMost(SOON).until(() -> journal.has("b"));
        assertThat(journal.has("a")).isFalse();
    }

    @Test
    void c33AControllerThatStopsTheServiceFirstDoesNotGiveTheLeadershipAwayBeforeTheWorkEnded() throws Exception {
        a.context.setRouteController(controller(a));
        a.route(timer(journal.workUntil(workMayEnd, "a"))).start();
        await().atMost(SOON).until(() -> journal.has("a begins"));
        b.context.setRouteController(controller(b));
        b.route(timer(journal.step("b"))).start();

        CompletableFuture<Void> stop = CompletableFuture.runAsync(a::close);
        await().during(TTL.plusSeconds(1)).atMost(TTL.multipliedBy(3)).until(() -> !journal.has("b"));
        workMayEnd.countDown();

        await().atMost(SOON).until(() -> journal.has("b"));
        stop.join();
        assertThat(journal.entries()).startsWith("a begins", "a ends", "b");
    }

    @Test
    void c32AServiceThatNobodyStartedStartsItself() throws Exception {
        a.context.getRouteController().supervising().setInitialDelay(0);
        a.route(underPolicy(journal.step("a"))).start();

        await().atMost(TTL).until(() -> a.service.isLeader("orders"));
        await().atMost(SOON).until(() -> journal.has("a"));
    }

    @Test
    void c07AContextStopsWhileItsLeadershipComesAndGoes(RedisNodes nodes) throws Exception {
        a.route(underPolicy(journal.step("a"))).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        Executor threads = task -> new Thread(task).start(); // the common pool may have only one
        CompletableFuture<Void> flapping = CompletableFuture.runAsync(
                () -> {
                    while (a.context.isStarted()) {
                        nodes.forEach(node -> node.keys("*orders").forEach(key -> node.ask(jedis -> jedis.del(key))));
                    }
                },
                threads);

        CompletableFuture<Void> stop = CompletableFuture.runAsync(a::close, threads);

        await().atMost(SOON.multipliedBy(3)).until(stop::isDone);
        flapping.join();
        await().atMost(TTL.plus(SOON)).until(() -> isFree(nodes, "orders"));
    }

    private static void disable(TestMember member, boolean disabled) {
        member.service.peek("orders").orElseThrow().setDisabled(disabled);
    }

    private static ClusteredRouteController controller(TestMember member) throws Exception {
        ClusteredRouteController controller = new ClusteredRouteController();
        controller.setNamespace("orders");
        controller.setClusterService(member.service);
        member.addService();
        return controller;
    }

    private static RouteBuilder timer(Processor step) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("timer:work?delay=0&period=20").process(step);
            }
        };
    }

    private static RouteBuilder underPolicy(Processor step) {
        return new RouteBuilder() {
            @Override
            public void configure() throws Exception {
                from("timer:work?delay=0&period=20")
                        .routePolicy(ClusteredRoutePolicy.forNamespace("orders"))
                        .process(step);
            }
        };
    }
}
