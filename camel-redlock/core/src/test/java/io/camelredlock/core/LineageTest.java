// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which nodes count in an extension, after they lost or rewound their memory (S-H). */
class LineageTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");

    private Lease held() {
        LeaseRequest request = a.redlock().request("orders").autoExtend(true);
        Lease lease = cluster.await(a.redlock().acquireAsync(request)).orElseThrow();
        cluster.pass(Duration.ofMillis(100)); // all three are full
        return lease;
    }

    /** The node that forgets; as soon as it is healed, another one can no more be reached. */
    private ModelServer forgetsOneAndLosesAnother() {
        ModelServer healed = cluster.servers().get(1);
        healed.whenExecuted(() -> a.link(0).down(healed.heals() > 0));
        healed.forget();
        return healed;
    }

    @Test
    void aNodeThatCameBackWithOldKeysIsHealed() {
        Lease lease = held();
        ModelServer rewound = cluster.servers().get(2);
        rewound.save();
        rewound.rewind();

        cluster.pass(TTL.dividedBy(3));

        assertThat(rewound.count(Verb.HEAL)).as("though the keys were there").isOne();
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void aHealedNodeHasNoVoteBeforeARoundThatBeganLaterMadeItFull() {
        Lease lease = held();
        ModelServer healed = forgetsOneAndLosesAnother();

        cluster.pass(TTL.plus(TTL.dividedBy(2)));

        assertThat(healed.heals()).isPositive();
        assertThat(lease.isValid())
                .as("held by one full node and one that was healed")
                .isFalse();
    }

    @Test
    void anExtensionThatAHealedNodeCouldNotSaveSaysWhy() {
        Lease lease = held();
        ModelServer healed = forgetsOneAndLosesAnother();
        cluster.pass(TTL.dividedBy(2));
        assertThat(healed.heals()).isPositive();

        CompletableFuture<Duration> extended = lease.extendAsync(TTL).toCompletableFuture();
        cluster.pass(TTL.dividedBy(4));

        assertThatThrownBy(extended::join)
                .hasCauseInstanceOf(QuorumUnreachableException.class)
                .hasMessageContainingAll("node-2 agreed", "node-2 got the keys again just now");
    }
}
