// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How long the keys of a leader live, in virtual time. */
class LeaderKeysTest {

    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration MOMENT = Duration.ofMillis(20);
    private static final Resource ORDERS = Resource.leadership("orders");

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");

    private static LeaderElection start(Member member) {
        LeaderElection election = member.redlock().election("orders", new ElectionListener() {});
        election.start();
        return election;
    }

    private Duration left(ModelServer server) {
        return server.timeLeft(ORDERS).orElse(Duration.ZERO);
    }

    @Test
    void c57_theKeysOfALeaderAreNeverShortOfTheirTime() {
        LeaderElection election = start(a);
        cluster.pass(MOMENT);
        Duration least = TTL.minus(TTL.dividedBy(4)).minus(MOMENT); // one period of extension

        for (int step = 0; step < 3_000; step++) {
            cluster.pass(Duration.ofMillis(10));
            cluster.servers().forEach(server -> assertThat(left(server)).isGreaterThan(least));
        }

        assertThat(election.isLeader()).isTrue();
    }

    @Test
    void c76_contendersDoNotKeepADeadLeadersKeysAlive() {
        start(a);
        cluster.pass(MOMENT);
        ModelServer server = cluster.servers().get(0);
        Duration left = left(server);
        a.links().forEach(link -> link.down(true));
        List<LeaderElection> five = Stream.of("v", "w", "x", "y", "z")
                .map(cluster::member)
                .map(LeaderKeysTest::start)
                .toList();

        cluster.pass(left.minus(MOMENT));
        assertThat(left(server)).isEqualTo(MOMENT);
        cluster.pass(TTL);

        assertThat(five.stream().filter(LeaderElection::isLeader)).hasSize(1);
    }
}
