// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A lease that goes from one process to another (S-O). */
class AdoptionTest {

    private static final Resource ORDERS = Resource.lock("orders");
    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member giver = cluster.member("giver");
    private final Member adopter = cluster.member("adopter");
    private final Member other = cluster.member("other");

    private Lease hold() {
        LeaseRequest request =
                giver.redlock().request("orders").timeout(Duration.ZERO).autoExtend(true);
        Lease lease = cluster.await(giver.redlock().acquireAsync(request)).orElseThrow();
        cluster.pass(TTL);
        return lease;
    }

    private String handover(Lease lease) {
        return cluster.await(lease.handoverAsync(TTL));
    }

    private Lease adopt(String handover) {
        return cluster.await(adopter.redlock().adoptAsync(handover, request -> request.autoExtend(true)));
    }

    private Throwable refused(String handover) {
        return cluster.awaitFailure(other.redlock().adoptAsync(handover, request -> request));
    }

    @Test
    void whoAdoptsHoldsWithAHigherFencingTokenAndTheGiverHoldsNothing() {
        Lease given = hold();
        List<Loss> losses = new ArrayList<>();
        given.addListener((lost, loss) -> losses.add(loss));

        String handover = handover(given);
        assertThat(given.isValid()).isFalse();
        Lease adopted = adopt(handover);

        assertThat(adopted.resources()).containsExactly("orders");
        assertThat(adopted.fencingToken()).isGreaterThan(given.fencingToken());
        cluster.pass(TTL.multipliedBy(5));
        assertThat(adopted.isValid()).isTrue();
        assertThat(cluster.holders("orders")).isEqualTo(3);
        assertThat(given.loss()).map(Loss::reason).contains(Loss.Reason.HANDED_OVER);
        assertThat(losses).as("nothing was lost").isEmpty();
        assertThat(cluster.await(adopted.releaseAsync())).isEqualTo(Release.RELEASED);
        cluster.pass(Duration.ofMillis(10));
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void theGiverCannotReleaseWhatItHandedOver() {
        Lease given = hold();
        String handover = handover(given);

        assertThat(cluster.await(given.releaseAsync())).isEqualTo(Release.HANDED_OVER);
        giver.redlock().end();
        cluster.pass(Duration.ofMillis(100));

        assertThat(adopt(handover).isValid()).isTrue();
    }

    @Test
    void whatIsReleasedMeanwhileIsNotHandedOver() {
        Lease given = hold();

        CompletionStage<String> handover = given.handoverAsync(TTL);
        Release release = cluster.await(given.releaseAsync());

        assertThat(release).isEqualTo(Release.RELEASED);
        assertThat(cluster.awaitFailure(handover)).isInstanceOf(LeaseLostException.class);
        cluster.pass(Duration.ofMillis(100));
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void nobodyGetsInBetweenTheGiverAndTheAdopter() {
        String handover = handover(hold());

        assertThat(cluster.tryAcquire(other, "orders")).isEmpty();
        Lease adopted = adopt(handover);

        assertThat(cluster.tryAcquire(other, "orders")).isEmpty();
        assertThat(adopted.isValid()).isTrue();
    }

    @Test
    void whatIsAdoptedAlreadyIsRefusedWithThatReasonAndUnharmed() {
        String handover = handover(hold());
        Lease adopted = adopt(handover);

        assertThat(refused(handover))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("somebody has adopted it already");
        cluster.pass(TTL.multipliedBy(2));
        assertThat(adopted.isValid()).isTrue();
    }

    @Test
    void whatIsAdoptedTooLateIsRefusedWithThatReason() {
        String handover = handover(hold());
        cluster.pass(TTL.plusSeconds(1));

        assertThat(refused(handover))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("not adopted within the time");
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void aMinorityThatIsDownIsAbsorbed() {
        Lease given = hold();
        adopter.link(0).down(true);

        Lease adopted = adopt(handover(given));

        cluster.pass(TTL.multipliedBy(2));
        assertThat(adopted.isValid()).isTrue();
    }

    @Test
    void withoutAQuorumItIsNotKnownWhoHolds() {
        String handover = handover(hold());
        other.link(0).down(true);
        other.link(1).down(true);

        assertThat(refused(handover))
                .isInstanceOf(QuorumUnreachableException.class)
                .hasMessageContaining("needs 2 of 3 nodes");
        cluster.pass(Duration.ofMillis(10));
        assertThat(cluster.servers().get(2).isHeld(ORDERS))
                .as("what was swapped is given back")
                .isFalse();
    }

    @Test
    void aNodeThatForgotTheLeaseDoesNotCountEvenIfItShowsItAgain() {
        Lease given = hold();
        cluster.servers().forEach(ModelServer::save);
        String handover = handover(given);
        cluster.servers().get(0).rewind();
        cluster.servers().get(1).rewind();

        assertThat(refused(handover)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aLeaseThatIsLostCannotBeHandedOver() {
        Lease given = hold();
        cluster.servers().forEach(server -> server.delete(ORDERS));

        assertThat(cluster.awaitFailure(given.handoverAsync(TTL).toCompletableFuture()))
                .isInstanceOf(LeaseLostException.class);
    }

    @Test
    void badInputIsRefusedBeforeAnythingIsSent() {
        String handover = handover(hold());
        ModelCluster elsewhere = new ModelCluster(5);
        Member stranger = elsewhere.member("stranger");

        assertThatThrownBy(() -> stranger.redlock().adoptAsync(handover, request -> request))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("node-3]")
                .hasMessageContaining("node-5]");
        assertThatThrownBy(() -> adopter.redlock().adoptAsync("nothing", request -> request))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no hand-over string");
        assertThat(elsewhere.servers().get(0).count(Verb.ADOPT)).isZero();
    }
}
