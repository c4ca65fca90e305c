// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a release does and says. */
class ReleaseTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");

    private Lease hold(boolean autoExtend) {
        LeaseRequest request =
                a.redlock().request("orders").timeout(Duration.ZERO).autoExtend(autoExtend);
        return cluster.await(a.redlock().acquireAsync(request)).orElseThrow();
    }

    @Test
    void l32_releaseOfAnExpiredLeaseSaysSo() {
        Lease lease = hold(false);
        cluster.pass(TTL.plusMillis(10));

        assertThat(cluster.await(lease.releaseAsync())).isEqualTo(Release.EXPIRED);
    }

    @Test
    void l22_releaseLeavesTheLeaseOfTheNextHolderAlone() {
        Lease lease = hold(false);
        cluster.pass(TTL.plusMillis(10));
        Lease next = cluster.tryAcquire(cluster.member("b"), "orders").orElseThrow();

        assertThat(cluster.await(lease.releaseAsync())).isEqualTo(Release.TAKEN_OVER);
        assertThat(cluster.holders("orders")).isEqualTo(3);
        assertThat(next.isValid()).isTrue();
    }

    @Test
    void l50_aReleaseThatFailedCanBeRepeated() {
        Lease lease = hold(false);
        a.link(0).down(true);
        a.link(1).down(true);
        assertThat(cluster.awaitFailure(lease.releaseAsync())).isInstanceOf(QuorumUnreachableException.class);
        assertThat(lease.isValid()).as("given up all the same").isFalse();

        a.link(0).down(false);
        a.link(1).down(false);

        assertThat(cluster.await(lease.releaseAsync())).isEqualTo(Release.RELEASED);
        assertThat(cluster.await(lease.releaseAsync())).isEqualTo(Release.ALREADY_RELEASED);
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void l38_aReleaseDuringAnExtensionIsFinal() {
        for (int micros = 0; micros < 1000; micros += 50) {
            Lease lease = hold(true);
            var extension = lease.extendAsync(TTL).toCompletableFuture();
            cluster.pass(Duration.ofNanos(micros * 1000L));

            assertThat(cluster.await(lease.releaseAsync())).isEqualTo(Release.RELEASED);
            cluster.pass(Duration.ofSeconds(1));

            assertThat(extension).isDone();
            assertThat(cluster.holders("orders")).isZero();
        }
    }

    @Test
    void l11_nothingIsLeftBehindByACycle() {
        for (int i = 0; i < 200; i++) {
            Lease lease = hold(true);
            cluster.pass(Duration.ofMillis(i % 7));
            cluster.await(lease.releaseAsync());
        }
        cluster.pass(Duration.ofSeconds(1));

        assertThat(cluster.time().timers()).isZero();
        assertThat(cluster.holders("orders")).isZero();
        cluster.pass(TTL.multipliedBy(2));
        assertThat(cluster.holders("orders")).isZero();
    }
}
