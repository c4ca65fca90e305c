// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static io.camelredlock.component.TestMember.awaitLeader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Members whose nodes are away, in the way, or come back. */
final class OutageIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final Journal journal = new Journal();

    @Test
    void c35AContextStartsWithoutAnyNodeAndLeadsWhenTheyCome(RedisNodes nodes) throws Exception {
        nodes.forEach(RedisNode::kill);
        try (TestMember a = TestMember.of(nodes, "a").route(ticking("a"))) {
            CompletableFuture<Void> start = CompletableFuture.runAsync(() -> start(a));
            await().atMost(SOON).until(start::isDone);
            start.join();
            assertThat(a.context.isStarted()).isTrue();
            assertThat(a.service.isLeader("orders")).isFalse();

            nodes.forEach(RedisNode::restart);

            await().atMost(SOON).until(() -> a.service.isLeader("orders"));
            await().atMost(SOON).until(() -> journal.has("a"));
        }
    }

    @Test
    void c35AContextStartsWhileAllNodesAreFrozenAndLeadsWhenTheyGoOn(RedisNodes nodes) throws Exception {
        nodes.forEach(RedisNode::freeze);
        try (TestMember a = TestMember.started(nodes, "a")) {
            RedlockClusterView view = a.view("orders");
            await().during(TTL)
                    .atMost(TTL.multipliedBy(2))
                    .until(() -> view.getLeader().isEmpty());

            nodes.forEach(RedisNode::thaw);

            awaitLeader(view);
        }
    }

    @Test
    void c17AStopIsBoundedAndFreesTheOtherNodesThoughOneIsFrozen(RedisNodes nodes) throws Exception {
        try (TestMember a = TestMember.started(nodes, "a")) {
            RedlockClusterView view = a.leading("orders");
            nodes.get(0).freeze();

            CompletableFuture<Void> stop = CompletableFuture.runAsync(a::close);

            await().atMost(SOON).until(stop::isDone);
            assertThat(view.getLocalMember().isLeader()).isFalse();
            await().atMost(TTL.dividedBy(2)) // long before they expire
                    .until(() -> nodes.all().subList(1, 3).stream()
                            .allMatch(node -> node.keys("*orders").isEmpty()));
        }
    }

    @Test
    void c42AStopReturnsWhenTheNodesHaveHeardOfItHoweverFarTheyAre(RedisNodes nodes) throws Exception {
        NodeLinks links = nodes.links();
        links.delay(Duration.ofMillis(30));
        try (TestMember a = TestMember.of(links.addresses(), "a").start()) {
            a.leading("orders");
        }
        assertThat(nodes.stream().filter(node -> node.keys("*orders").isEmpty()).count())
                .isGreaterThanOrEqualTo(2);
    }

    @Test
    void c55AMemberThatRestartsUnderItsNameWithinTheTtlLeadsWithAnEventAndNeverSilently(RedisNodes nodes)
            throws Exception {
        try (TestMember first = TestMember.started(nodes, "a");
                TestMember again = TestMember.started(nodes, "a")) {
            first.leading("orders").abandon(); // its keys stay, as after a crash
            RedlockClusterView view = again.view("orders");
            view.addEventListener(journal.leadership());
            assertThat(view.getLocalMember().isLeader()).isFalse();

            await().atMost(TTL.plus(SOON)).until(() -> view.getLocalMember().isLeader());
            await().atMost(SOON).until(() -> journal.has("leads"));
            assertThat(journal.entries()).startsWith("follows");
        }
    }

    @Test
    void c56LeadershipWhoseKeysAnOperatorDeletedIsLostAndNotCreatedAgain(RedisNodes nodes) throws Exception {
        try (TestMember a = TestMember.started(nodes, "a")) {
            RedlockClusterView view = a.leading("orders");
            long token = view.fencingToken().orElseThrow();

            nodes.all()
                    .subList(0, 2)
                    .forEach(node -> node.keys("*orders").forEach(key -> node.ask(jedis -> jedis.del(key))));

            await().atMost(TTL).until(() -> !view.getLocalMember().isLeader());
            await().atMost(TTL.plus(SOON)).until(() -> view.getLocalMember().isLeader());
            assertThat(view.fencingToken().orElseThrow()).isGreaterThan(token);
        }
    }

    @Test
    void c45LossIsToldBeforeTheKeysCanExpireThoughNoNodeAnswers(RedisNodes nodes) throws Exception {
        try (TestMember a = TestMember.started(nodes, "a")) {
            RedlockClusterView view = a.leading("orders");
            nodes.forEach(RedisNode::freeze);

            await().atMost(TTL)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> !view.getLocalMember().isLeader());

            nodes.forEach(RedisNode::thaw);
            await().atMost(TTL.plus(SOON)) // the nodes were out of sight, so another may lead by what they did then
                    .until(() -> view.getLocalMember().isLeader());
        }
    }

    private RouteBuilder ticking(String who) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("master:orders:timer:work?delay=0&period=20").process(journal.step(who));
            }
        };
    }

    private static void start(TestMember member) {
        try {
            member.start();
        } catch (Exception failed) {
            throw new AssertionError("the member did not start", failed);
        }
    }
}
