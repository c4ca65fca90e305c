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

/** Extension, healing, loss and release of one lease. */
class LeaseTest {

    private static final Resource ORDERS = Resource.lock("orders");
    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");
    private final List<Loss> losses = new ArrayList<>();

    private Lease hold(boolean autoExtend) {
        LeaseRequest request =
                a.redlock().request("orders").timeout(Duration.ZERO).autoExtend(autoExtend);
        Lease lease = cluster.await(a.redlock().acquireAsync(request)).orElseThrow();
        lease.addListener((lost, loss) -> losses.add(loss));
        return lease;
    }

    private List<Duration> left() {
        return cluster.servers().stream()
                .map(server -> server.timeLeft(ORDERS).orElse(Duration.ZERO))
                .toList();
    }

    @Test
    void aLeaseThatIsNotExtendedEndsAtItsDeadline() {
        Lease lease = hold(false);

        cluster.pass(TTL.minusMillis(40)); // the allowance for drift is 1 % + 2 ms
        assertThat(lease.isValid()).isTrue();
        cluster.pass(Duration.ofMillis(10));

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.EXPIRED);
        assertThat(cluster.holders("orders"))
                .as("the nodes keep it a little longer")
                .isEqualTo(3);
    }

    @Test
    void l20_afterAPauseTheFirstAnswerIsAlreadyRight() {
        Lease lease = hold(true);

        cluster.time().pause(TTL.multipliedBy(2)); // no timer runs, no message arrives

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.loss()).map(Loss::reason).contains(Loss.Reason.EXPIRED);
    }

    @Test
    void aCheckpointEndsEveryLeaseAndWhatIsGrantedDuringIt() {
        Lease lease = hold(true);
        CompletableFuture<Optional<Lease>> underWay =
                a.redlock().acquireAsync(a.redlock().request("invoices").timeout(Duration.ZERO));

        a.redlock().beforeCheckpoint();
        assertThat(lease.isValid()).as("at once").isFalse();
        assertThat(cluster.await(underWay)).map(Lease::isValid).contains(false);
        a.redlock().afterRestore();

        cluster.pass(TTL.plusMillis(100));
        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.EXPIRED);
        assertThat(cluster.holders("orders"))
                .as("neither extended nor released")
                .isZero();
        assertThat(hold(true).isValid()).isTrue();
    }

    @Test
    void automaticExtensionKeepsTheLeaseOnEveryNode() {
        Lease lease = hold(true);

        for (int i = 0; i < 60; i++) {
            cluster.pass(Duration.ofMillis(500));
            assertThat(lease.isValid()).isTrue();
            assertThat(left()).allSatisfy(time -> assertThat(time).isGreaterThan(Duration.ofMillis(2200)));
        }
        assertThat(losses).isEmpty();
    }

    @Test
    void l01_aFailedExtensionIsRetriedWithinTheWindow() {
        Lease lease = hold(true);
        cluster.pass(Duration.ofMillis(100));

        a.link(0).freeze();
        a.link(1).freeze();
        cluster.pass(Duration.ofMillis(2000));
        a.link(0).thaw();
        a.link(1).thaw();
        cluster.pass(Duration.ofMillis(300));

        assertThat(losses).isEmpty();
        assertThat(lease.remaining()).isGreaterThan(Duration.ofMillis(2000));
    }

    @Test
    void l39_silenceIsNoLossAndAnswersThatItIsGoneAreLossAtOnce() {
        Lease lease = hold(true);
        Duration before = lease.remaining();
        a.link(0).loseReplies(true);
        a.link(1).loseReplies(true);
        cluster.pass(Duration.ofMillis(1000));
        assertThat(losses).isEmpty();
        assertThat(lease.remaining()).as("silence moves no deadline").isLessThan(before.minusMillis(900));

        a.link(0).loseReplies(false);
        a.link(1).loseReplies(false);
        cluster.pass(Duration.ofMillis(500));
        cluster.servers().get(0).takeBy("x", ORDERS, Duration.ofSeconds(9));
        cluster.servers().get(1).takeBy("x", ORDERS, Duration.ofSeconds(9));
        cluster.pass(Duration.ofMillis(800));

        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.TAKEN_OVER);
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void l46_aNodeThatCameBackEmptyGetsTheLeaseBackAndCountsLater() {
        Lease lease = hold(true);
        cluster.pass(Duration.ofMillis(50)); // the third grant came after the attempt was decided

        cluster.servers().get(1).forget();
        cluster.pass(Duration.ofMillis(1600));
        assertThat(left()).allSatisfy(time -> assertThat(time).isGreaterThan(Duration.ofMillis(2000)));
        cluster.servers().get(2).forget();
        cluster.pass(Duration.ofMillis(1600));

        assertThat(losses).isEmpty();
        assertThat(lease.isValid()).isTrue();
        assertThat(cluster.holders("orders")).isEqualTo(3);
    }

    @Test
    void l46_aLeaseIsNotRebuiltFromOneRemainingCopy() {
        hold(true);

        cluster.servers().get(1).forget();
        cluster.servers().get(2).forget();
        cluster.pass(Duration.ofSeconds(2));

        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.TAKEN_OVER);
        assertThat(cluster.servers().get(1).isHeld(ORDERS)).isFalse();
        assertThat(cluster.servers().get(2).isHeld(ORDERS)).isFalse();
    }

    @Test
    void l26_aLeaseDoesNotStayOnJustAQuorum() {
        a.link(2).down(true);
        Lease lease = hold(true);
        assertThat(cluster.holders("orders")).isEqualTo(2);

        a.link(2).down(false);
        cluster.pass(Duration.ofMillis(1700));
        a.link(0).down(true);
        cluster.pass(TTL.multipliedBy(2));

        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void l102_anExtensionReachesNodesTooWhoseGrantIsStillOnItsWay() {
        Duration longer = Duration.ofSeconds(9);
        for (int micros = 0; micros < 3000; micros += 100) {
            Member b = cluster.member("b", RedlockOptions.builder().ttl(TTL).maxTtl(longer));
            b.link(2).delay(Duration.ofMillis(1));
            Lease lease = cluster.tryAcquire(b, "orders").orElseThrow();

            cluster.pass(Duration.ofNanos(micros * 1000L));
            cluster.await(lease.extendAsync(longer));
            cluster.pass(TTL);

            assertThat(left()).as("%d µs after the grant", micros).allMatch(each -> each.compareTo(TTL) > 0);
            cluster.await(lease.releaseAsync());
            cluster.pass(TTL);
            assertThat(cluster.holders("orders")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void l102_theEnginesOwnRoundsTakeNothingAwayThatWasAskedFor(boolean autoExtend) {
        Duration longer = Duration.ofSeconds(9);
        Member b = cluster.member("b", RedlockOptions.builder().ttl(TTL).maxTtl(longer));
        LeaseRequest request = b.redlock().request("orders").autoExtend(autoExtend);
        Lease lease = cluster.await(b.redlock().acquireAsync(request)).orElseThrow();

        cluster.await(lease.extendAsync(longer));
        cluster.pass(b.redlock().options().nodeTimeout()); // heals come no faster
        cluster.servers().get(2).forget(); // which makes a heal and further rounds necessary
        cluster.await(lease.extendAsync(longer));
        cluster.pass(TTL);

        assertThat(left()).allMatch(each -> each.compareTo(longer.minus(TTL).minusMillis(50)) > 0);
        assertThat(lease.remaining()).isGreaterThan(TTL);
    }

    @Test
    void l102_extendSetsTheTimeAndExtendByAddsToIt() {
        Member b = cluster.member("b", RedlockOptions.builder().ttl(TTL).maxTtl(Duration.ofSeconds(20)));
        Lease lease = cluster.tryAcquire(b, "orders").orElseThrow();

        cluster.await(lease.extendAsync(Duration.ofSeconds(2)));
        cluster.pass(Duration.ofMillis(5));
        assertThat(left())
                .allSatisfy(time -> assertThat(time).isBetween(Duration.ofMillis(1900), Duration.ofMillis(2000)));
        assertThat(lease.remaining()).isLessThan(Duration.ofMillis(1800));
        Duration before = lease.remaining();
        cluster.await(lease.extendByAsync(Duration.ofSeconds(5)));

        assertThat(lease.remaining()).isBetween(before.plusMillis(4990), before.plusMillis(5000));
        assertThatThrownBy(() -> lease.extendByAsync(Duration.ofSeconds(19)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxTtl");
    }

    @Test
    void aShorterTtlTakesEffectAtOnceWhateverTheNodesAnswer() {
        Lease lease = hold(false);
        a.links().forEach(ModelNode::freeze);

        lease.extendAsync(Duration.ofMillis(500));

        assertThat(lease.remaining()).isLessThan(Duration.ofMillis(500));
    }

    @Test
    void l104_maxHoldEndsAutomaticExtensionForGood() {
        LeaseRequest request = a.redlock()
                .request("orders")
                .autoExtend(true)
                .maxHold(Duration.ofSeconds(10))
                .timeout(Duration.ZERO);
        Lease lease = cluster.await(a.redlock().acquireAsync(request)).orElseThrow();
        lease.addListener((lost, loss) -> losses.add(loss));

        cluster.pass(Duration.ofMillis(9900));
        assertThat(lease.isValid()).isTrue();
        cluster.pass(Duration.ofMillis(200));

        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.HELD_TOO_LONG);
        cluster.pass(TTL);
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void aLostLeaseIsNeverExtendedAgain() {
        Lease lease = hold(false);
        cluster.pass(TTL);

        Throwable failure = cluster.awaitFailure(lease.extendAsync(TTL));

        assertThat(failure).isInstanceOf(LeaseLostException.class).hasMessageContaining("EXPIRED");
        assertThat(cluster.servers().get(0).count(Verb.EXTEND)).isLessThanOrEqualTo(1);
    }

    @Test
    void anExtensionNobodyAnswersIsUnknownAndSaysWhy() {
        Lease lease = hold(false);
        a.link(0).freeze();
        a.link(1).freeze();

        Throwable failure = cluster.awaitFailure(lease.extendAsync(TTL));

        assertThat(failure).isInstanceOf(QuorumUnreachableException.class).hasMessageContaining("node-1: no answer");
        assertThat(lease.isValid()).as("the old deadline still holds").isTrue();
    }

    @Test
    void aListenerThatComesLateIsToldAtOnceAndOneThatThrowsDisturbsNobody() {
        Lease lease = hold(false);
        lease.addListener((lost, loss) -> {
            throw new IllegalStateException("theirs");
        });
        lease.addListener((lost, loss) -> losses.add(loss));
        cluster.pass(TTL);

        lease.addListener((lost, loss) -> losses.add(loss));

        assertThat(losses).hasSize(3);
    }
}
