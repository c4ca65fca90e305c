// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Lease;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.Release;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.TakeoverPendingException;
import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisBackend;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What befell users of other locks on real nodes, where no single class is to blame. */
final class MisfortuneIT {

    private static final Duration TTL = Duration.ofSeconds(4);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private Redlock engine(String addresses) {
        return engines.connect(Engines.at(addresses), Engines.ttl(TTL).takeover(Takeover.GUARDED));
    }

    /** One holds on the first two nodes, the second of which is killed and started again while the holder is cut off. */
    private Lease holdAndRestart(RedisNodes nodes) {
        NodeLinks links = nodes.links();
        Redlock one = engine(links.addresses());
        Engines.await().until(() -> one.tryAcquire("warm-up").isPresent());
        nodes.get(2).kill();
        Engines.await()
                .until(() -> !"ok".equals(Engines.condition(one, links.to(2).address())));
        Lease held = one.tryAcquire("orders").orElseThrow();
        links.cut();
        nodes.get(1).kill();
        nodes.get(1).restart();
        nodes.get(2).restart();
        return held;
    }

    @Test
    void l64_aNodeThatForgotDoesNotGiveTheLockAwayTwice(RedisNodes nodes) throws InterruptedException {
        Lease held = holdAndRestart(nodes);
        Redlock other = Engines.connected(engine(nodes.addresses()));

        assertThatThrownBy(() -> other.tryAcquire("orders")).isInstanceOf(TakeoverPendingException.class);
        Lease next =
                other.acquire(other.request("orders").timeout(Engines.PATIENCE)).orElseThrow();

        assertThat(held.isValid()).as("the first, when the second begins").isFalse();
        assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
    }

    @Test
    void l64_aNodeThatKeepsWhatItPromisedRefuses() {
        try (RedisNodes durable = RedisNodes.builder()
                .backend(RedisBackend.EMBEDDED)
                .arguments("--appendonly", "yes", "--appendfsync", "always")
                .start()) {
            Lease held = holdAndRestart(durable);
            Redlock other = Engines.connected(engine(durable.addresses()));

            boolean refused = other.tryAcquire("orders").isEmpty();

            assertThat(refused || !held.isValid()).isTrue();
        }
    }

    @Test
    void l106_aConnectionThatBreaksRightAfterAnAnswerCostsAVoteAndNoLease(RedisNodes nodes) {
        NodeLinks links = nodes.links();
        Redlock redlock = engine(links.addresses());
        Random random = new Random(106);
        for (int round = 0; round < (Engines.LONG ? 500 : 50); round++) {
            Engines.connected(redlock);
            Lease lease = redlock.tryAcquire("orders-" + round).orElseThrow();
            links.to(random.nextInt(3)).reset();
            // a node that granted late does not count yet, so the two others may be too few for the first try
            Engines.await()
                    .ignoreExceptionsInstanceOf(QuorumUnreachableException.class)
                    .until(() -> lease.extend(TTL).compareTo(Duration.ZERO) > 0);
            Engines.connected(redlock);
            links.to(random.nextInt(3)).reset();

            assertThat(lease.release()).isEqualTo(Release.RELEASED);
        }
    }
}
