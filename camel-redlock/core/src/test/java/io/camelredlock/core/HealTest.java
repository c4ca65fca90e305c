// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How soon nodes that lost the keys of a lease have them again. */
class HealTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");

    @Test
    void l43_nodesThatComeBackEmptyAreHealedAtOnce() {
        LeaseRequest request =
                a.redlock().request("orders").timeout(Duration.ZERO).autoExtend(true);
        Lease lease = cluster.await(a.redlock().acquireAsync(request)).orElseThrow();
        cluster.pass(TTL);

        for (int i = 0; i < 30; i++) { // faster than extensions come by themselves
            a.link(i % 3).down(true);
            cluster.servers().get(i % 3).forget();
            cluster.pass(Duration.ofMillis(50));
            a.link(i % 3).down(false);
            cluster.pass(a.redlock().options().nodeTimeout().plusMillis(100));
        }

        assertThat(lease.loss()).isEmpty();
        assertThat(cluster.holders("orders")).isEqualTo(3);
    }
}
