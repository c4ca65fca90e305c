// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.camelredlock.core.ModelCluster.Member;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Work that is begun only if enough of a lease, or of a leadership, is left for it. */
class RunIfValidTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");
    private final AtomicInteger runs = new AtomicInteger();

    private Lease hold() {
        return cluster.tryAcquire(a, "orders").orElseThrow();
    }

    @Test
    void workRunsWhileEnoughIsLeft() throws Exception {
        assertThat(hold().runIfValid(TTL.dividedBy(2), runs::incrementAndGet)).isEqualTo(1);
    }

    @Test
    void workThatWouldTakeLongerThanIsLeftIsRefused() {
        Lease lease = hold();
        cluster.pass(TTL.dividedBy(2));

        ValidityTooShortException refused = catchThrowableOfType(
                ValidityTooShortException.class, () -> lease.runIfValid(Duration.ofSeconds(2), runs::incrementAndGet));

        assertThat(refused.remaining()).isEqualTo(lease.remaining());
        assertThat(refused.required()).isEqualTo(Duration.ofSeconds(2));
        assertThat(refused).hasMessageContaining("orders").hasMessageContaining("2000 ms");
        assertThat(runs).hasValue(0);
    }

    @Test
    void nothingRunsUnderALeaseThatIsLostHoweverLittleIsAskedFor() {
        Lease lease = hold();
        cluster.time().pause(TTL); // no timer has told yet

        assertThatThrownBy(() -> lease.runIfValid(Duration.ZERO, runs::incrementAndGet))
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.loss().reason()).isEqualTo(Loss.Reason.EXPIRED));
        assertThat(runs).hasValue(0);
    }

    @Test
    void whatTheWorkThrowsIsThrown() {
        assertThatThrownBy(() -> hold().runIfValid(Duration.ZERO, () -> {
                    throw new IOException("theirs");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("theirs");
    }

    @Test
    void aNegativeTimeIsRefused() {
        assertThatThrownBy(() -> hold().runIfValid(Duration.ofMillis(-1), runs::incrementAndGet))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("minRemaining");
    }

    @Test
    void aLeaderWorksAndAFollowerDoesNot() throws Exception {
        LeaderElection leader = a.redlock().election("orders", new Nobody());
        LeaderElection follower = cluster.member("b").redlock().election("orders", new Nobody());
        leader.start();
        cluster.pass(Duration.ofSeconds(1));
        follower.start();
        cluster.pass(Duration.ofSeconds(1));

        assertThat(leader.runIfLeader(Duration.ofMillis(500), runs::incrementAndGet))
                .isEqualTo(1);
        assertThatThrownBy(() -> follower.runIfLeader(Duration.ZERO, runs::incrementAndGet))
                .isInstanceOf(ValidityTooShortException.class)
                .hasMessageContaining("leadership of 'orders'");
        assertThatThrownBy(() -> leader.runIfLeader(TTL, runs::incrementAndGet))
                .isInstanceOf(ValidityTooShortException.class);
        assertThat(runs).hasValue(1);
    }

    private static final class Nobody implements ElectionListener {}
}
