// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.Candidate;
import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** There is a leader whenever there can be one, and it does not change without need. */
final class LeaderAvailabilityIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(6);

    @RegisterExtension
    final Engines engines = new Engines();

    private static String addresses(List<RedisNode> nodes) {
        return nodes.stream().map(RedisNode::address).collect(Collectors.joining(","));
    }

    @Test
    void l30_closingTheLeadersEngineHandsOverAtOnce(RedisNodes nodes) {
        Redlock closing = engines.connected(nodes.addresses(), RedlockOptions.builder());
        Candidate leader = new Candidate(closing, "orders").leading();
        Candidate follower = new Candidate(engines.connected(nodes.addresses(), RedlockOptions.builder()), "orders")
                .following(leader);
        Engines.await().until(() -> tokens(nodes).distinct().count() == 1);
        String old = tokens(nodes).findFirst().orElseThrow();
        long start = System.nanoTime();

        closing.close();

        Engines.await().until(() -> tokens(nodes).noneMatch(old::equals));
        Engines.await().until(follower::isLeader);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    }

    private static Stream<String> tokens(RedisNodes nodes) {
        return nodes.stream().map(node -> node.get(Engines.leaderKey("orders")).orElse("none"));
    }

    @Test
    void l37_whoeverIsDownOrFrozenAtTheStartALeaderAppearsSoonAfterTheirReturn(RedisNodes nodes) {
        List<RedisNode> frozen = nodes.all().subList(0, 3);
        List<RedisNode> dead = nodes.all().subList(3, 6);
        frozen.forEach(RedisNode::freeze);
        dead.forEach(RedisNode::kill);
        Candidate one =
                new Candidate(engines.connect(Engines.at(addresses(frozen)), RedlockOptions.builder()), "orders");
        Candidate other =
                new Candidate(engines.connect(Engines.at(addresses(dead)), RedlockOptions.builder()), "orders");
        one.started();
        other.started();

        Duration outage = Duration.ofSeconds(Engines.LONG ? 30 : 4);
        Engines.await()
                .atMost(outage.plus(Engines.PATIENCE))
                .during(outage)
                .until(() -> !one.isLeader() && !other.isLeader());
        assertThat(one.told()).isEmpty();
        assertThat(other.told()).isEmpty();

        assertThat(untilLeading(one, frozen, RedisNode::thaw)).isLessThan(oneRetry());
        dead.get(0).restart();
        Engines.await().during(Duration.ofMillis(500)).until(() -> !other.isLeader());
        assertThat(untilLeading(other, dead.subList(1, 2), RedisNode::restart))
                .as("these come back empty, so somebody may still lead by what they forgot")
                .isLessThan(longestHold().plus(oneRetry()));
    }

    private static Duration untilLeading(Candidate candidate, List<RedisNode> nodes, Consumer<RedisNode> cure) {
        nodes.forEach(cure);
        long start = System.nanoTime();
        Engines.await().until(candidate::isLeader);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static Duration longestHold() {
        RedlockOptions defaults = RedlockOptions.defaults();
        return defaults.maxTtl().plus(defaults.drift());
    }

    /** As the defaults have it; and a second for a busy machine. */
    private static Duration oneRetry() {
        RedlockOptions defaults = RedlockOptions.defaults();
        return defaults.retryDelay().plus(defaults.retryJitter()).plusSeconds(1);
    }

    @Test
    void l43_nodesThatRestartEmptyOneAfterTheOtherChangeNothing(RedisNodes nodes) {
        String five = addresses(nodes.all().subList(0, 5));
        List<Candidate> candidates = IntStream.range(0, 3)
                .mapToObj(i -> new Candidate(engines.connected(five, Engines.ttl(Duration.ofSeconds(3))), "orders"))
                .toList();
        Candidate leader = candidates.get(0).leading();
        candidates.subList(1, 3).forEach(follower -> follower.following(leader));

        int restarts = Engines.LONG ? 120 : 10;
        for (int restart = 0; restart < restarts; restart++) {
            RedisNode node = nodes.get(restart < restarts / 2 ? restart % 5 : restart % 2);
            node.kill();
            node.restartEmpty();
            Engines.await().during(Duration.ofMillis(500)).until(leader::isLeader);
        }
        candidates.get(2).stopped();
        candidates.get(2).started();

        Engines.await().during(Duration.ofMillis(500)).until(leader::isLeader);
        assertThat(leader.told()).containsExactly("gained");
        candidates.subList(1, 3).forEach(each -> assertThat(each.told()).doesNotContain("gained"));
    }

    @Test
    void l55_killedConnectionsCostNeitherLeadershipNorConnections(RedisNodes nodes) {
        Candidate leader = new Candidate(engines.connected(nodes, Duration.ofSeconds(3)), "orders").leading();
        Candidate follower = new Candidate(engines.connected(nodes, Duration.ofSeconds(3)), "orders").following(leader);
        long wanted = nodes.all().size()
                * 4L; // the leader's, the follower's that asks and that listens, and the one that counts
        Engines.await().until(() -> clients(nodes) == wanted);

        for (int kill = 0; kill < (Engines.LONG ? 30 : 8); kill++) {
            nodes.forEach(node -> node.command("CLIENT", "KILL", "TYPE", "normal"));
            nodes.forEach(node -> node.command("CLIENT", "KILL", "TYPE", "pubsub"));
            Engines.await().during(Duration.ofMillis(200)).until(leader::isLeader);
        }

        Engines.await().until(() -> clients(nodes) == wanted);
        assertThat(leader.told()).containsExactly("gained");
        assertThat(follower.told()).doesNotContain("gained");
    }

    private static long clients(RedisNodes nodes) {
        return nodes.stream()
                .mapToLong(node ->
                        node.command("CLIENT", "LIST").toString().lines().count())
                .sum();
    }

    @Test
    void aRoundTripOf80MillisecondsIsNoTroubleForTheDefaults(RedisNodes nodes) {
        NodeLinks links = nodes.links();
        links.delay(Duration.ofMillis(40));
        Duration ttl = Duration.ofSeconds(Engines.LONG ? 10 : 2);
        Candidate leader = new Candidate(
                        engines.connect(
                                Engines.at(links.addresses()),
                                RedlockOptions.builder().ttl(ttl)),
                        "orders")
                .leading();

        Duration time = ttl.multipliedBy(Engines.LONG ? 10 : 3);
        Engines.await().atMost(time.plus(Engines.PATIENCE)).during(time).until(leader::isLeader);

        assertThat(leader.told()).containsExactly("gained");
    }

    @Test
    void l35_connectionsThatTheNodesCloseWhenIdleCostNothing(RedisNodes nodes) {
        List<RedisNode> three = nodes.all().subList(0, 3);
        three.forEach(node -> node.command("CONFIG", "SET", "timeout", "1"));
        try {
            Redlock redlock = engines.connected(addresses(three), Engines.ttl(Duration.ofSeconds(12)));
            Candidate leader = new Candidate(redlock, "orders").leading();
            for (int round = 0; round < (Engines.LONG ? 40 : 2); round++) {
                Engines.pass(Duration.ofMillis(2300)); // no extension is due so soon

                assertThat(redlock.tryAcquire("lock-" + round)).isPresent();
                String key = Engines.key("lock-" + round);
                three.forEach(node -> Engines.await().until(() -> node.pttl(key) > 0));
            }
            assertThat(leader.told()).containsExactly("gained");
            assertThat(redlock.nodeConditions().values()).containsOnly("ok");
        } finally {
            three.forEach(node -> node.command("CONFIG", "SET", "timeout", "0"));
        }
    }
}
