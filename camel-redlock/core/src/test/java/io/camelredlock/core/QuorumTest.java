// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is granted, refused, or told that it cannot be known. */
class QuorumTest {

    private static final Resource ORDERS = Resource.lock("orders");

    @ParameterizedTest(name = "{1} of {0} nodes held by another: granted {2}")
    @CsvSource({
        "1,0,true",
        "1,1,false",
        "2,0,true",
        "2,1,false",
        "3,0,true",
        "3,1,true",
        "3,2,false",
        "4,1,true",
        "4,2,false",
        "5,2,true",
        "5,3,false",
        "6,2,true",
        "6,3,false",
        "7,3,true",
        "7,4,false"
    })
    void l62_aStrictMajorityIsNeededAndEnough(int nodes, int held, boolean granted) {
        ModelCluster cluster = new ModelCluster(nodes);
        cluster.servers().stream().limit(held).forEach(server -> server.takeBy("x", ORDERS, Duration.ofSeconds(9)));

        Optional<Lease> lease = cluster.tryAcquire(cluster.member("a"), "orders");
        cluster.pass(Duration.ofSeconds(1));

        assertThat(lease.isPresent()).isEqualTo(granted);
        assertThat(cluster.holders("orders")).isEqualTo(granted ? nodes : held);
    }

    @Test
    void l62_aSplitOfFourNodesGrantsNobodyAndIsCleanedUp() {
        ModelCluster cluster = new ModelCluster(4);
        Member a = cluster.member("a");
        Member b = cluster.member("b");
        a.link(2).delay(Duration.ofMillis(5));
        a.link(3).delay(Duration.ofMillis(5));
        b.link(0).delay(Duration.ofMillis(5));
        b.link(1).delay(Duration.ofMillis(5));

        LeaseRequest once = a.redlock().request("orders").timeout(Duration.ZERO);
        var first = a.redlock().acquireAsync(once);
        var second = b.redlock().acquireAsync(once);

        assertThat(cluster.await(first)).isEmpty();
        assertThat(cluster.await(second)).isEmpty();
        cluster.pass(Duration.ofMillis(50));
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void l05_aMinorityThatIsDownOrSilentIsAbsorbed() {
        ModelCluster cluster = new ModelCluster(5);
        Member a = cluster.member("a");
        a.link(1).down(true);
        a.link(3).freeze();

        Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();
        Duration left = cluster.await(lease.extendAsync(Duration.ofSeconds(3)));
        Release release = cluster.await(lease.releaseAsync());

        assertThat(left).isPositive();
        assertThat(release).isEqualTo(Release.RELEASED);
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void nobodyWaitsForSlowNodesOnceTheVotesDecide() {
        ModelCluster cluster = new ModelCluster(5);
        Member a = cluster.member("a");
        a.link(3).delay(Duration.ofMillis(70));
        a.link(4).freeze();
        long start = cluster.time().nanos();

        assertThat(cluster.tryAcquire(a, "orders")).isPresent();

        assertThat(Duration.ofNanos(cluster.time().nanos() - start)).isLessThan(Duration.ofMillis(2));
    }

    @Test
    void l33_contentionAndTroubleAreToldApart() {
        ModelCluster cluster = new ModelCluster(3);
        Member a = cluster.member("a");
        cluster.servers().get(0).takeBy("x", ORDERS, Duration.ofSeconds(9));
        a.link(1).down(true);
        a.link(2).freeze();

        Throwable failure = cluster.awaitFailure(
                a.redlock().acquireAsync(a.redlock().request("orders").timeout(Duration.ZERO)));

        assertThat(failure)
                .isInstanceOf(QuorumUnreachableException.class)
                .hasMessageContaining("needs 2 of 3 nodes")
                .hasMessageContaining("node-1 is held by x")
                .hasMessageContaining("node-2: not connected: down")
                .hasMessageContaining("node-3: no answer within");
        assertThat(((QuorumUnreachableException) failure).votes())
                .extracting(Vote::kind)
                .containsExactly(Vote.Kind.HELD, Vote.Kind.FAILED, Vote.Kind.UNANSWERED);
    }

    @Test
    void l33_anErrorCountsAllNodesAlsoWhenItIsKnownEarly() {
        ModelCluster cluster = new ModelCluster(3);
        Member a = cluster.member("a");
        a.link(0).down(true);
        a.link(1).down(true);
        a.link(2).freeze();

        Throwable failure = cluster.awaitFailure(
                a.redlock().acquireAsync(a.redlock().request("orders").timeout(Duration.ZERO)));

        assertThat(failure)
                .hasMessageContaining("needs 2 of 3 nodes")
                .hasMessageEndingWith("node-2: not connected: down; no other could have changed it");
    }

    @Test
    void l31_nodesThatFellSilentAreReleasedToo() {
        ModelCluster cluster = new ModelCluster(3);
        Member a = cluster.member("a");
        a.link(2).freeze();

        Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();
        cluster.await(lease.releaseAsync());
        a.link(2).thaw();
        cluster.pass(Duration.ofMillis(10));

        assertThat(cluster.servers().get(2).count(Verb.ACQUIRE)).isOne();
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void aFailedAttemptReleasesWhatItGotAndWhatItMayHaveGot() {
        ModelCluster cluster = new ModelCluster(3);
        Member a = cluster.member("a");
        cluster.servers().get(0).takeBy("x", ORDERS, Duration.ofSeconds(9));
        a.link(1).loseReplies(true);

        cluster.awaitFailure(a.redlock()
                .acquireAsync(a.redlock().request("orders").timeout(Duration.ZERO))
                .thenApply(Optional::orElseThrow));
        cluster.pass(Duration.ofMillis(10));

        assertThat(cluster.holders("orders")).isOne();
    }

    @Test
    void l19_anAttemptThatTookLongerThanTheLeaseIsNotHeld() {
        ModelCluster cluster = new ModelCluster(3);
        Member a = cluster.member(
                "a", RedlockOptions.builder().ttl(Duration.ofMillis(400)).nodeTimeout(Duration.ofMillis(100)));
        var attempt = a.redlock().acquireAsync(a.redlock().request("orders").timeout(Duration.ZERO));
        cluster.time().pause(Duration.ofMillis(500)); // the process stands still while the votes come in

        Throwable failure = cluster.awaitFailure(attempt);

        assertThat(failure).isInstanceOf(QuorumUnreachableException.class);
        cluster.pass(Duration.ofMillis(10));
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void l19_validityIsTheTtlLessTheTimeOfThisAttemptLessDrift() {
        ModelCluster cluster = new ModelCluster(3, Takeover.CLASSIC); // so slow a network proves nothing
        Member a = cluster.member(
                "a", RedlockOptions.builder().ttl(Duration.ofSeconds(1)).nodeTimeout(Duration.ofMillis(250)));
        a.links().forEach(link -> link.delay(Duration.ofMillis(50)));

        Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();

        // 1,000 ms - 100 ms round trip - (1 % + 2 ms); the clock of the test moves in steps of 0.1 ms
        assertThat(lease.remaining()).isBetween(Duration.ofMillis(887), Duration.ofMillis(888));
    }

    @Test
    void severalResourcesAreAllOrNothing() {
        ModelCluster cluster = new ModelCluster(3);
        Member a = cluster.member("a");
        cluster.servers().forEach(server -> server.takeBy("x", Resource.lock("b"), Duration.ofSeconds(9)));

        assertThat(cluster.tryAcquire(a, "a", "b", "c")).isEmpty();
        cluster.pass(Duration.ofMillis(10));
        assertThat(cluster.holders("a")).isZero();

        Lease lease = cluster.tryAcquire(a, "c", "a", "c").orElseThrow();
        assertThat(lease.resources()).containsExactly("a", "c");
        assertThat(lease.fencingToken("a")).isPositive();
        assertThat(cluster.await(lease.releaseAsync())).isEqualTo(Release.RELEASED);
        assertThat(cluster.holders("a") + cluster.holders("c")).isZero();
    }
}
