// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.LeadershipIT.isFree;
import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static io.camelredlock.component.TestMember.awaitLeader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;

/** {@code master:} routes of two members. */
final class MasterRouteIT extends TwoMembers {

    @Test
    void aRouteRunsOnOneMemberAndMovesWhenThatOneStops() throws Exception {
        a.route(ticking("a")).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        b.route(ticking("b")).start();

        a.close();
        journal.clear();

        await().atMost(SOON).until(() -> journal.has("b"));
        assertThat(journal.has("a")).isFalse();
    }

    @Test
    void c03ARouteStopsAndStartsWhileTheLeadershipComesAndGoes() throws Exception {
        a.route(ticking("a")).start();
        RedlockClusterView view = a.leading("orders");
        CompletableFuture<Void> stopsAndStarts = CompletableFuture.runAsync(() -> {
            for (int time = 0; time < 30; time++) {
                stopRoute(a);
                startRoute(a);
            }
        });

        for (boolean disabled = true; !stopsAndStarts.isDone(); disabled = !disabled) {
            view.setDisabled(disabled);
            await().pollDelay(Duration.ofMillis(20)).atMost(SOON).until(() -> true);
        }

        stopsAndStarts.join();
        view.setDisabled(false);
        await().atMost(SOON).until(() -> journal.has("a"));
    }

    @Test
    void c11TheRemovedRoutesNamespaceIsNotEnteredAgainByARestartOfTheService() throws Exception {
        a.route(ticking("a")).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        a.context.getRouteController().stopRoute("work");
        a.context.removeRoute("work");

        a.service.stop();
        a.service.start();
        b.route(ticking("b")).start();

        await().atMost(SOON).until(() -> journal.has("b"));
        assertThat(a.service.isLeader("orders")).isFalse();
    }

    @Test
    void c14AForcedStopOfTheViewStopsTheConsumerFirstAndFreesTheKeyThen(RedisNodes nodes) throws Exception {
        a.route(ticking("a")).start();
        await().atMost(SOON).until(() -> journal.has("a"));

        a.service.stopView("orders");
        await().atMost(SOON).until(() -> isFree(nodes, "orders"));
        journal.clear();
        b.route(ticking("b")).start();
        await().atMost(SOON).until(() -> journal.has("b"));
        assertThat(journal.has("a")).isFalse();

        a.service.startView("orders");
        b.close();
        await().atMost(SOON).until(() -> journal.has("a"));
    }

    @Test
    void c28NoTickBeforeTheFirstGainAndNeverFromBothMembers(RedisNodes nodes) throws Exception {
        for (int run = 0; run < 5; run++) {
            String namespace = "run" + run;
            try (TestMember one = TestMember.of(nodes, "one").route(timer(namespace, checked("one", namespace)));
                    TestMember two = TestMember.of(nodes, "two").route(timer(namespace, checked("two", namespace)))) {
                CompletableFuture<Void> second = CompletableFuture.runAsync(() -> start(two));
                start(one);
                second.join();
                await().atMost(SOON).until(() -> journal.entries().size() >= 3);
                assertThat(journal.entries().stream().distinct()).hasSize(1);
            }
            journal.clear();
        }
    }

    @Test
    void c29ASecondRouteOfANamespaceStartsAtOnceOnTheLeaderAndIsIdleOnTheFollower() throws Exception {
        a.route(ticking("a")).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        b.route(ticking("b")).start();

        a.route(timer("orders", "second", journal.step("a2")));
        b.route(timer("orders", "second", journal.step("b2")));

        await().atMost(SOON).until(() -> journal.count("a2") > 3);
        assertThat(journal.has("b2")).isFalse();
    }

    @Test
    void c33LeadershipIsKeptUntilTheLastExchangeEndedWhenARouteStops(RedisNodes nodes) throws Exception {
        a.route(timer("orders", journal.workUntil(workMayEnd, "a"))).start();
        await().atMost(SOON).until(() -> journal.has("a begins"));
        b.route(ticking("b")).start();

        CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> stopRoute(a));
        await().atMost(SOON).until(() -> !a.service.isLeader("orders"));
        await().during(TTL.plusSeconds(1)).atMost(TTL.multipliedBy(3)).until(() -> !isFree(nodes, "orders"));
        workMayEnd.countDown();
        stop.join();

        await().atMost(SOON).until(() -> journal.has("b"));
        assertThat(journal.entries()).startsWith("a begins", "a ends", "b");
    }

    @Test
    void c33LeadershipIsKeptUntilTheLastExchangeEndedWhenTheContextStops() throws Exception {
        a.route(timer("orders", journal.workUntil(workMayEnd, "a"))).start();
        await().atMost(SOON).until(() -> journal.has("a begins"));
        b.route(ticking("b")).start();

        CompletableFuture<Void> stop = CompletableFuture.runAsync(a::close);
        await().during(TTL.plusSeconds(1)).atMost(TTL.multipliedBy(3)).until(() -> !journal.has("b"));
        workMayEnd.countDown();

        await().atMost(SOON).until(() -> journal.has("b"));
        stop.join();
        assertThat(journal.entries()).startsWith("a begins", "a ends", "b");
    }

    @Test
    void startingARouteAgainWhileItDrainsResumesTheSameTerm() throws Exception {
        a.route(timer("orders", journal.workUntil(workMayEnd, "a"))).start();
        RedlockClusterView view = a.leading("orders");
        a.service.releaseView(view);
        long token = view.fencingToken().orElseThrow();
        await().atMost(SOON).until(() -> journal.has("a begins"));
        b.route(ticking("b")).start();

        a.service.stopView("orders");
        assertThat(view.getLocalMember().isLeader()).isFalse();
        a.service.startView("orders");

        awaitLeader(view);
        assertThat(view.fencingToken()).hasValue(token);
    }

    @Test
    void whatIsNotDoneWhenTheStopIsForcedLetsTheLeadershipExpireInsteadOfGivingItAway(RedisNodes nodes)
            throws Exception {
        a.context.getShutdownStrategy().setTimeout(1);
        a.route(timer("orders", journal.workUntil(workMayEnd, "a"))).start();
        await().atMost(SOON).until(() -> journal.has("a begins"));

        a.close();

        assertThat(isFree(nodes, "orders")).isFalse();
        await().atMost(TTL.plus(SOON)).until(() -> isFree(nodes, "orders"));
        assertThat(journal.has("a ends")).isFalse();
    }

    @Test
    void aRouteWhoseStopTimesOutAndThatIsRemovedLetsItsLeadershipExpire(RedisNodes nodes) throws Exception {
        a.route(timer("orders", journal.workUntil(workMayEnd, "a"))).start();
        await().atMost(SOON).until(() -> journal.has("a begins"));

        a.context.getRouteController().stopRoute("work", 1, TimeUnit.SECONDS);
        a.context.removeRoute("work");

        await().during(TTL.dividedBy(3)).atMost(TTL).until(() -> !isFree(nodes, "orders"));
        await().atMost(TTL.plus(SOON)).until(() -> isFree(nodes, "orders"));
        assertThat(journal.has("a ends")).isFalse();
    }

    @Test
    void c01AConsumerThatStartedAfterTheLossIsStoppedByTheNextAnnouncement() throws Exception {
        a.route(ticking("a")).start();
        RedlockClusterView view = a.leading("orders");

        await().pollDelay(Duration.ofMillis(300)).atMost(SOON).until(() -> true); // until the route has been told
        view.setDisabled(true); // within the second that camel-master waits before it starts the consumer
        await().atMost(SOON).until(() -> journal.has("a"));

        await().atMost(Duration.ofSeconds(3)).until(this::isQuiet);
        assertThat(view.getLocalMember().isLeader()).isFalse();
    }

    private boolean isQuiet() {
        long before = journal.count("a");
        await().pollDelay(Duration.ofMillis(500)).atMost(SOON).until(() -> true);
        return journal.count("a") == before;
    }

    private RouteBuilder ticking(String who) {
        return timer("orders", journal.step(who));
    }

    private static RouteBuilder timer(String namespace, Processor step) {
        return timer(namespace, "work", step);
    }

    private static RouteBuilder timer(String namespace, String routeId, Processor step) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("master:" + namespace + ":timer:" + routeId + "?delay=0&period=20")
                        .routeId(routeId)
                        .process(step);
            }
        };
    }

    /** Writes who ticks, and that somebody does who does not lead. */
    private Processor checked(String who, String namespace) {
        return exchange -> {
            RedlockClusterService service = exchange.getContext().hasService(RedlockClusterService.class);
            boolean holds = service.peek(namespace).orElseThrow().fencingToken().isPresent();
            journal.write(holds ? who : who + " without leading");
        };
    }

    private static void start(TestMember member) {
        try {
            member.start();
        } catch (Exception failed) {
            throw new AssertionError("the member did not start", failed);
        }
    }

    private static void stopRoute(TestMember member) {
        try {
            member.context.getRouteController().stopRoute("work");
        } catch (Exception failed) {
            throw new AssertionError("the route did not stop", failed);
        }
    }

    private static void startRoute(TestMember member) {
        try {
            member.context.getRouteController().startRoute("work");
        } catch (Exception failed) {
            throw new AssertionError("the route did not start", failed);
        }
    }
}
