// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the metrics of an engine are told, and asked. */
class MetricsTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Recorded recorded = new Recorded();
    private final Member member = cluster.member("a", RedlockOptions.builder().ttl(TTL), recorded);

    /** Writes down what it is told. */
    private static final class Recorded implements Metrics {

        private final List<String> told = new ArrayList<>();
        private long leastNanos = Long.MAX_VALUE;

        @Override
        public void round(Verb verb, Result result, long nanos) {
            told.add(verb + " " + result);
            leastNanos = Math.min(leastNanos, nanos);
        }

        @Override
        public void vote(String node, Vote.Kind kind, long nanos) {
            told.add(node + " " + kind);
            leastNanos = Math.min(leastNanos, nanos);
        }

        @Override
        public void takeoverWait(boolean held, long nanos) {
            told.add("waited " + held + " " + nanos / 1_000_000_000);
        }

        @Override
        public void lost(Loss.Reason reason) {
            told.add("lost " + reason);
        }
    }

    @Test
    void aGrantIsARoundWithAVoteOfEachNode() {
        cluster.tryAcquire(member, "orders");
        cluster.pass(TTL);

        assertThat(recorded.told).contains("ACQUIRE GRANTED", "node-1 GRANTED", "node-2 GRANTED", "node-3 GRANTED");
        assertThat(recorded.leastNanos).isPositive();
    }

    @Test
    void aLeaseThatExpiresIsLostAndOneThatIsReleasedIsNot() {
        Lease kept = cluster.tryAcquire(member, "kept").orElseThrow();
        Lease released = cluster.tryAcquire(member, "released").orElseThrow();
        assertThat(member.redlock().leases()).isEqualTo(2);

        cluster.await(released.releaseAsync());
        cluster.pass(TTL);

        assertThat(kept.isValid()).isFalse();
        assertThat(recorded.told.stream().filter(told -> told.startsWith("lost")))
                .containsExactly("lost EXPIRED");
        assertThat(member.redlock().leases()).isZero();
    }

    @Test
    void aWaitForAnEarlierHolderIsToldWithItsTime() {
        cluster.servers().forEach(ModelServer::forget);

        cluster.await(member.redlock().acquireAsync(member.redlock().request("orders")), TTL.multipliedBy(3));

        assertThat(recorded.told.stream().filter(told -> told.startsWith("waited")))
                .containsExactly("waited true " + TTL.toSeconds());
    }

    @Test
    void anElectionThatDoesNotLeadIsAWaiter() {
        Member other = cluster.member("b");
        cluster.tryAcquire(other, "orders");
        LeaderElection election = member.redlock().election("orders", new ElectionListener() {});
        assertThat(member.redlock().waiters()).isZero();

        election.start();
        assertThat(member.redlock().waiters()).isEqualTo(1);
        cluster.pass(Duration.ofMillis(500));

        assertThat(election.isLeader()).isTrue();
        assertThat(member.redlock().waiters()).isZero();
    }

    @Test
    void metricsThatFailChangeNothing() {
        Member unlucky = cluster.member("b", RedlockOptions.builder().ttl(TTL), new Metrics() {
            @Override
            public void vote(String node, Vote.Kind kind, long nanos) {
                throw new IllegalStateException("a counter's own trouble");
            }
        });

        assertThat(cluster.tryAcquire(unlucky, "orders")).isPresent();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "GG., GRANTED",
        "GHH, REFUSED",
        "HH., REFUSED",
        "GHF, REFUSED",
        "G-F, NO_QUORUM",
        "FFF, NO_QUORUM",
        "IIG, NO_QUORUM",
        "F, REFUSED"
    })
    void aRoundHasNoQuorumWhenSoManyNodesAreMuteThatNoneCanBe(String letters, Metrics.Result result) {
        BitSet asked = new BitSet();
        asked.set(0, letters.length());
        Votes votes = Votes.awaited(3, asked);
        for (int node = 0; node < letters.length(); node++) {
            votes = vote(votes, node, letters.charAt(node));
        }

        assertThat(RoundMeter.result(votes, Quorum.of(3))).isEqualTo(result);
    }

    private static Votes vote(Votes votes, int node, char letter) {
        String name = "n" + node;
        return switch (letter) {
            case 'G' -> votes.with(node, Vote.of(name, Answer.granted(List.of())));
            case 'H' -> votes.with(node, Vote.of(name, Answer.held(1, "other")));
            case 'F' -> votes.with(node, Vote.of(name, Answer.failed("down")));
            case 'I' -> votes.with(node, Vote.of(name, Answer.ineligible("replica")));
            case '-' -> votes.with(node, Vote.unanswered(name, 50));
            default -> votes;
        };
    }
}
