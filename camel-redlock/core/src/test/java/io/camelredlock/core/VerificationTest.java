// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import io.camelredlock.core.Verification.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the nodes say of a lease when they are asked. */
class VerificationTest {

    private static final Resource ORDERS = Resource.lock("orders");
    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");
    private final List<Loss> losses = new ArrayList<>();
    private final Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();

    private Verification verify() {
        return cluster.await(lease.verifyAsync());
    }

    private long asked(Verb verb) {
        return cluster.servers().stream()
                .mapToLong(server -> server.count(verb))
                .sum();
    }

    @Test
    void aQuorumConfirmsALeaseAndDoesNotExtendIt() {
        cluster.pass(TTL.dividedBy(2));
        long extensions = asked(Verb.EXTEND);
        Duration before = lease.remaining();

        Verification found = verify();

        assertThat(found.isHeld()).isTrue();
        assertThat(found.votes()).hasSizeGreaterThanOrEqualTo(2).allMatch(vote -> vote.kind() == Vote.Kind.GRANTED);
        assertThat(lease.remaining()).isLessThan(before);
        assertThat(asked(Verb.EXTEND)).isEqualTo(extensions);
    }

    @Test
    void aMinorityThatForgotTakesNothingAway() {
        cluster.pass(Duration.ofMillis(100)); // the third grant counts by then
        cluster.servers().get(1).delete(ORDERS);

        assertThat(verify().verdict()).isEqualTo(Verdict.HELD);
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void itFindsOutWhatNoClockHereTells() {
        lease.addListener((lost, loss) -> losses.add(loss));
        // as if this machine had stood still for a minute, all its clocks included
        cluster.servers().forEach(server -> server.stepClock(Duration.ofMinutes(1)));
        assertThat(lease.isValid()).as("by the clock").isTrue();

        Verification found = verify();

        assertThat(found.verdict()).isEqualTo(Verdict.LOST);
        assertThat(found.votes()).allMatch(vote -> vote.kind() == Vote.Kind.LOST);
        assertThat(lease.isValid()).isFalse();
        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.TAKEN_OVER);
    }

    @Test
    void nodesThatCameBackWithAnotherMemoryDoNotConfirm() {
        cluster.servers().get(0).restart();
        cluster.servers().get(1).restart();
        cluster.servers().get(2).delete(ORDERS);

        assertThat(verify().verdict()).isEqualTo(Verdict.LOST);
    }

    @Test
    void silenceProvesNothing() {
        a.link(0).freeze();
        a.link(1).freeze();
        a.link(2).down(true);

        Verification found = verify();

        assertThat(found.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(found.votes()).hasSize(3).extracting(Vote::toString).anyMatch(vote -> vote.contains("no answer"));
        assertThat(lease.isValid()).as("until its deadline").isTrue();
    }

    @Test
    void aConfirmationThatComesAfterTheDeadlineIsNone() {
        cluster.pass(lease.remaining().minusMillis(5));
        a.links().forEach(link -> link.delay(Duration.ofMillis(20)));

        assertThat(verify().verdict()).isEqualTo(Verdict.LOST);
        assertThat(lease.loss()).map(Loss::reason).contains(Loss.Reason.EXPIRED);
    }

    @Test
    void ofALeaseThatHasEndedNobodyIsAsked() {
        cluster.await(lease.releaseAsync());

        Verification found = verify();

        assertThat(found).isEqualTo(new Verification(Verdict.LOST, List.of()));
        assertThat(asked(Verb.VERIFY)).isZero();
        assertThat(lease.loss()).map(Loss::reason).contains(Loss.Reason.RELEASED);
    }
}
