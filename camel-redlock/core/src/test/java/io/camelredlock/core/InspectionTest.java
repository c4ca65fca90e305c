// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Looking at a lock, and leaving one. */
class InspectionTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");
    private final Member b = cluster.member("b");

    @Test
    void aFreeLockIsHeldByNobody() {
        assertThat(cluster.await(b.redlock().inspectAsync("orders"))).isEmpty();
    }

    @Test
    void theHolderIsNamedAndStaysTheHolder() {
        Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();
        cluster.pass(Duration.ofSeconds(1));

        Holder holder = cluster.await(b.redlock().inspectAsync("orders")).orElseThrow();

        assertThat(holder.memberId()).isEqualTo(a.redlock().options().memberId());
        assertThat(holder.remaining()).isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(2));
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void tooFewAnswersAreNoAnswer() {
        b.link(0).down(true);
        b.link(1).down(true);

        assertThat(cluster.awaitFailure(b.redlock().inspectAsync("orders")))
                .isInstanceOf(QuorumUnreachableException.class);
    }

    @Test
    void anAbandonedLeaseIsNotHeldButNobodyElsesUntilItExpires() {
        LeaseRequest request =
                a.redlock().request("orders").timeout(Duration.ZERO).autoExtend(true);
        Lease lease = cluster.await(a.redlock().acquireAsync(request)).orElseThrow();

        lease.abandon();

        assertThat(lease.isValid()).isFalse();
        assertThatThrownBy(AbortSignal.of(lease)::throwIfAborted)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("abandoned");
        cluster.pass(TTL.minusMillis(100));
        assertThat(cluster.tryAcquire(b, "orders")).isEmpty();
        cluster.pass(Duration.ofMillis(200));
        assertThat(cluster.tryAcquire(b, "orders")).isPresent();
    }

    @Test
    void whatNoAttemptCouldGetIsRefusedBeforehand() {
        LeaseRequest tooShort = a.redlock().request("orders").ttl(Duration.ofMillis(1));

        assertThatThrownBy(() -> a.redlock().check(tooShort)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whoOnlyLooksHoldsUpNobodyOfItsOwnProcess() {
        LeaderElection looks = a.redlock().election("orders", new ElectionListener() {});
        looks.disable(CompletableFuture.completedStage(null));
        cluster.pass(Duration.ofSeconds(1));
        LeaderElection competes = a.redlock().election("orders", new ElectionListener() {});

        competes.start();
        cluster.pass(Duration.ofSeconds(1));

        assertThat(competes.isLeader()).isTrue();
        assertThat(looks.isLeader()).isFalse();
    }
}
