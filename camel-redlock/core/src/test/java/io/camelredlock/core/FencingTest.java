// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Fencing tokens grow with every grant (S-F1 to S-F5). */
class FencingTest {

    private static final Resource ORDERS = Resource.lock("orders");

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");

    private Lease acquire() {
        Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();
        cluster.await(lease.releaseAsync());
        return lease;
    }

    @Test
    void l87_everyGrantHasAGreaterTokenAndKeepsIt() {
        long before = 0;

        for (int grant = 0; grant < 100; grant++) {
            Lease lease = cluster.tryAcquire(a, "orders").orElseThrow();
            long token = lease.fencingToken();
            cluster.await(lease.extendAsync(Duration.ofSeconds(3)));

            assertThat(token).isGreaterThan(before);
            assertThat(lease.fencingToken()).isEqualTo(token);
            before = token;
            cluster.await(lease.releaseAsync());
        }
    }

    @Test
    void equalCountersNeedNoSecondRound() {
        acquire();

        assertThat(cluster.servers().get(0).count(Verb.EXTEND)).isZero();
    }

    @Test
    void unequalCountersAreRaisedBeforeTheLeaseIsHeld() {
        long ahead = cluster.time().wallMillis() * 1024 + 1_000_000;
        cluster.servers().get(1).setCounter(ORDERS, ahead);

        Lease lease = acquire();

        assertThat(lease.fencingToken()).isEqualTo(ahead + 1);
        assertThat(cluster.servers().stream()
                        .mapToLong(server -> server.count(Verb.EXTEND))
                        .sum())
                .isPositive();
        assertThat(acquire().fencingToken()).isEqualTo(ahead + 2);
    }

    @Test
    void aQuorumThatLostItsCountersStillGrantsGreaterTokens() {
        long before = acquire().fencingToken();
        cluster.servers().get(0).forget();
        cluster.servers().get(1).forget();
        Member restarted = cluster.member("b");
        LeaseRequest patient = restarted.redlock().request("orders").timeout(Duration.ofSeconds(4));

        Lease lease = cluster.await(restarted.redlock().acquireAsync(patient), Duration.ofSeconds(4))
                .orElseThrow();

        assertThat(lease.fencingToken()).isGreaterThan(before);
    }

    @Test
    void theTokenOfSeveralResourcesMustBeAskedForByName() {
        Lease lease = cluster.tryAcquire(a, "orders", "stock").orElseThrow();

        assertThatThrownBy(lease::fencingToken).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> lease.fencingToken("other"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other");
        assertThat(lease.fencingToken("stock")).isPositive();
    }

    @Test
    void withoutFencingThereIsNoTokenAndItSaysSo() {
        Member plain = cluster.member("p", RedlockOptions.builder().fencing(false));

        Lease lease = cluster.tryAcquire(plain, "plain").orElseThrow();

        assertThatThrownBy(lease::fencingToken)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("fencing");
    }
}
