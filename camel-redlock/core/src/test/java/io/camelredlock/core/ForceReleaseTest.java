// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What operators do when a holder will not come back (S-R6). */
class ForceReleaseTest {

    private static final Resource ORDERS = Resource.lock("orders");
    private static final Duration TTL = Duration.ofSeconds(3);

    private final List<Loss> losses = new ArrayList<>();

    private static Lease hold(ModelCluster cluster, Member member) {
        LeaseRequest request =
                member.redlock().request("orders").autoExtend(true).timeout(Duration.ZERO);
        return cluster.await(member.redlock().acquireAsync(request)).orElseThrow();
    }

    private static ForcedRelease force(ModelCluster cluster, Member member) {
        return cluster.await(member.redlock().forceReleaseAsync(ORDERS));
    }

    @Test
    void itSaysWhoWasRemovedOnEachNode() {
        ModelCluster cluster = new ModelCluster(3);
        Member a = cluster.member("a");
        hold(cluster, a);

        ForcedRelease done = force(cluster, cluster.member("operator"));

        assertThat(done.wasHeld()).isTrue();
        assertThat(done.members()).containsExactly(a.redlock().options().memberId());
        assertThat(done.votes()).hasSize(3).allMatch(vote -> vote.kind() == Vote.Kind.GRANTED);
        assertThat(done.toString()).doesNotContainPattern("[0-9a-f]{32}");
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void ofWhatIsFreeNothingIsRemoved() {
        ModelCluster cluster = new ModelCluster(3);

        ForcedRelease done = force(cluster, cluster.member("operator"));

        assertThat(done.wasHeld()).isFalse();
        assertThat(done.members()).isEmpty();
        assertThat(done.votes()).hasSize(3).allMatch(vote -> vote.kind() == Vote.Kind.LOST);
    }

    @Test
    void theHolderIsToldAtItsNextExtensionThatItWasRemoved() {
        ModelCluster cluster = new ModelCluster(3);
        Lease lease = hold(cluster, cluster.member("a"));
        lease.addListener((lost, loss) -> losses.add(loss));
        cluster.pass(Duration.ofMillis(100));

        force(cluster, cluster.member("operator"));
        cluster.pass(TTL.dividedBy(4));

        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.FORCE_RELEASED);
        assertThat(losses.get(0).detail()).contains("node-1: forced");
        assertThat(cluster.holders("orders")).as("not healed").isZero();
    }

    @Test
    void whoComesNextWaitsUntilTheRemovedHolderCanNotHoldAnyMore() {
        ModelCluster cluster = new ModelCluster(3);
        Member b = cluster.member("b");
        Lease lease = hold(cluster, cluster.member("a"));
        cluster.pass(Duration.ofMillis(100));
        long token = lease.fencingToken();

        force(cluster, cluster.member("operator"));
        CompletableFuture<Optional<Lease>> next =
                b.redlock().acquireAsync(b.redlock().request("orders"));
        cluster.time()
                .afterEach(() -> assertThat(
                                next.isDone() && next.join().orElseThrow().isValid() && lease.isValid())
                        .as("two hold")
                        .isFalse());
        cluster.pass(TTL.dividedBy(2));

        assertThat(next).as("waits").isNotDone();
        Lease taken = cluster.await(next, TTL).orElseThrow();
        assertThat(taken.fencingToken()).isGreaterThan(token);
    }

    @Test
    void withClassicTakeoverTwoMayHoldAtOnce() {
        ModelCluster cluster = new ModelCluster(3, Takeover.CLASSIC);
        Lease lease = hold(cluster, cluster.member("a"));

        force(cluster, cluster.member("operator"));
        Lease next = cluster.tryAcquire(cluster.member("b"), "orders").orElseThrow();

        assertThat(lease.isValid() && next.isValid())
                .as("which its documentation says")
                .isTrue();
    }

    @Test
    void aWaiterIsWokenByIt() {
        ModelCluster cluster = new ModelCluster(3, Takeover.CLASSIC);
        Member b = cluster.member("b");
        Lease lease = hold(cluster, cluster.member("a"));
        cluster.time().pass(Duration.ofMillis(50));
        CompletableFuture<Optional<Lease>> next =
                b.redlock().acquireAsync(b.redlock().request("orders"));
        cluster.pass(Duration.ofMillis(100));
        assertThat(next).isNotDone();

        force(cluster, cluster.member("operator"));

        assertThat(cluster.await(next, Duration.ofMillis(200))).isPresent();
        cluster.pass(TTL.dividedBy(4));
        assertThat(lease.loss()).map(Loss::reason).contains(Loss.Reason.FORCE_RELEASED);
    }

    @Test
    void aMinorityThatIsDownDoesNotHinderIt() {
        ModelCluster cluster = new ModelCluster(3);
        Lease lease = hold(cluster, cluster.member("a"));
        cluster.pass(Duration.ofMillis(100));
        Member operator = cluster.member("operator");
        operator.link(2).down(true);

        ForcedRelease done = force(cluster, operator);
        cluster.pass(TTL.dividedBy(4));

        assertThat(done.wasHeld()).isTrue();
        assertThat(done.votes()).extracting(Vote::toString).anyMatch(vote -> vote.startsWith("node-3: not connected"));
        assertThat(lease.loss()).map(Loss::reason).contains(Loss.Reason.FORCE_RELEASED);
    }

    @Test
    void withoutAQuorumItSaysSoAndTheHolderStays() {
        ModelCluster cluster = new ModelCluster(3);
        Lease lease = hold(cluster, cluster.member("a"));
        cluster.pass(Duration.ofMillis(100));
        Member operator = cluster.member("operator");
        operator.link(1).down(true);
        operator.link(2).freeze();

        Throwable failure = cluster.awaitFailure(operator.redlock().forceReleaseAsync(ORDERS));
        cluster.pass(TTL);

        assertThat(failure).isInstanceOf(QuorumUnreachableException.class).hasMessageContaining("forced release");
        assertThat(lease.isValid()).isTrue();
    }
}
