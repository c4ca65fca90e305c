// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What befell users of other locks, where no single class is to blame. */
class MisfortuneTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");
    private final List<String> told = new ArrayList<>();

    private CompletableFuture<Optional<Lease>> acquiring(Member member, Duration timeout) {
        return member.redlock()
                .acquireAsync(
                        member.redlock().request("orders").autoExtend(true).timeout(timeout));
    }

    /** Tells what it hears, and then does this. */
    private ElectionListener listener(Runnable onGain, Runnable onLoss) {
        return new ElectionListener() {
            @Override
            public void gained(LeaderElection election) {
                told.add("gained");
                onGain.run();
            }

            @Override
            public void lost(LeaderElection election, Loss loss) {
                told.add("lost");
                onLoss.run();
            }
        };
    }

    private void forgetLeadership() {
        cluster.servers().forEach(server -> server.delete(Resource.leadership("orders")));
    }

    @Test
    void l44_aListenerThatFailsDisturbsNeitherTheElectionNorTheLease() {
        LeaderElection election = a.redlock()
                .election(
                        "orders",
                        listener(
                                () -> {
                                    throw new IllegalStateException("theirs");
                                },
                                () -> {
                                    throw new LinkageError("theirs too");
                                }));
        election.start();
        cluster.pass(TTL.multipliedBy(3));
        assertThat(election.isLeader()).as("extended all the same").isTrue();

        forgetLeadership();
        cluster.pass(TTL.multipliedBy(3));

        assertThat(told).containsExactly("gained", "lost", "gained");
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    void l74_whoRestartsUnderItsNameWaitsForItsFormerLeaseAndGetsAnother() {
        Lease former = cluster.await(acquiring(a, Duration.ZERO)).orElseThrow();
        cluster.pass(Duration.ofMillis(50));
        a.links().forEach(link -> link.down(true)); // as if it had been killed
        Member again = cluster.member("a");

        assertThat(cluster.tryAcquire(again, "orders")).as("not adopted").isEmpty();
        Lease next = cluster.await(acquiring(again, Duration.ofSeconds(30)), TTL.plusMillis(500))
                .orElseThrow();

        assertThat(former.isValid()).isFalse();
        assertThat(next.fencingToken()).isGreaterThan(former.fencingToken());
    }

    @Test
    void l75_aLossThatComesWithTheGainIsToldAfterItAndEndsTheTerm() {
        LeaderElection election = a.redlock().election("orders", listener(this::forgetLeadership, () -> {}));
        election.start();
        cluster.pass(Duration.ofMillis(20));
        assertThat(told).containsExactly("gained");
        Member b = cluster.member("b");
        LeaderElection other = b.redlock().election("orders", listener(() -> {}, () -> {}));
        other.start();

        cluster.pass(TTL);

        assertThat(told).startsWith("gained", "lost");
        assertThat(told.stream().filter("lost"::equals)).hasSizeGreaterThanOrEqualTo(1);
        assertThat(election.isLeader() && other.isLeader()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 10, 50, 99})
    void l79_aTtlTooSmallToBeOfUseIsRefusedBeforeAnythingIsSent(long millis) {
        RedlockOptionsBuilder options = RedlockOptions.builder().ttl(Duration.ofMillis(millis));

        assertThatThrownBy(options::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl");
        assertThatThrownBy(() -> a.redlock().check(a.redlock().request("orders").ttl(Duration.ofMillis(millis))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl");
    }

    @Test
    void l79_noTimeLeftIsNoLease() {
        Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();

        cluster.time().pause(lease.remaining().minusNanos(1));
        assertThat(lease.isValid()).isTrue();
        cluster.time().pause(Duration.ofNanos(1));

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
    }

    @Test
    void l88_whoWaitsInTheSameProcessGetsTheLockAsSoonAsTheNodesAllow() {
        a.links().forEach(link -> link.delay(Duration.ofMillis(1)));
        Lease first = cluster.await(acquiring(a, Duration.ZERO)).orElseThrow();
        CompletableFuture<Optional<Lease>> second = acquiring(a, Duration.ofSeconds(10));
        cluster.pass(Duration.ofMillis(200));
        assertThat(second).as("while the first holds").isNotDone();

        first.releaseAsync();

        Lease next = cluster.await(second, Duration.ofMillis(500)).orElseThrow();
        assertThat(first.isValid()).isFalse();
        assertThat(next.fencingToken()).isGreaterThan(first.fencingToken());
    }

    @Test
    void l88_aReleaseThatFailedBlocksNobodyInTheSameProcess() {
        Lease first = cluster.tryAcquire(a, "orders").orElseThrow();
        a.links().forEach(ModelNode::freeze);
        cluster.pass(TTL);
        assertThat(cluster.awaitFailure(first.releaseAsync())).isInstanceOf(QuorumUnreachableException.class);

        a.links().forEach(ModelNode::thaw);
        cluster.pass(Duration.ofMillis(50));

        Duration takeover = TTL.multipliedBy(2); // the nodes were out of sight
        assertThat(cluster.await(acquiring(a, takeover), takeover)).isPresent();
    }

    @Test
    void l93_everySituationIsToldApart() throws Exception {
        Member b = cluster.member("b");
        Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();
        assertThat(cluster.tryAcquire(b, "orders")).as("held by another").isEmpty();

        cluster.pass(TTL);
        assertThat(cluster.await(lease.releaseAsync())).as("expired").isEqualTo(Release.EXPIRED);
        assertThat(cluster.awaitFailure(lease.extendAsync(TTL))).hasMessageContaining("EXPIRED");

        Lease taken = cluster.tryAcquire(a, "orders").orElseThrow();
        cluster.servers().forEach(server -> server.takeBy("x", Resource.lock("orders"), TTL));
        assertThat(cluster.await(taken.releaseAsync())).as("foreign token").isEqualTo(Release.TAKEN_OVER);
        assertThatThrownBy(() -> a.redlock().lock("orders").unlock())
                .as("never held")
                .isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> a.redlock().request(" ")).isInstanceOf(IllegalArgumentException.class);

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> a.redlock().acquire(a.redlock().request("orders")))
                .isInstanceOf(InterruptedException.class);
        b.links().forEach(link -> link.down(true));
        assertThat(cluster.awaitFailure(acquiring(b, Duration.ZERO))).isInstanceOf(QuorumUnreachableException.class);
        a.redlock().close();
        assertThat(cluster.awaitFailure(acquiring(a, Duration.ZERO))).isInstanceOf(RedlockClosedException.class);
    }
}
