// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ForcedRelease;
import io.camelredlock.core.Lease;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Verification;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is asked and done about a lease that somebody has, on real nodes, some of which are down. */
final class VerifyAndForceIT {

    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Resource ORDERS = Resource.lock("orders");

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private Redlock guarded(RedisNodes nodes) {
        RedlockOptionsBuilder options =
                Engines.ttl(TTL).takeover(Takeover.GUARDED).driftFactor(0.1);
        return engines.connected(nodes.addresses(), options);
    }

    @Test
    void aLeaseIsConfirmedWhileAMinorityIsDown(RedisNodes nodes) {
        Lease lease = Engines.hold(guarded(nodes), "orders");
        Engines.awaitWhole(nodes, lease, TTL);
        nodes.get(2).freeze();

        assertThat(lease.verify().verdict()).isEqualTo(Verification.Verdict.HELD);
        nodes.get(2).thaw();
    }

    @Test
    void keysThatAreGoneAreFoundOutBeforeTheNextExtension(RedisNodes nodes) {
        Redlock redlock = guarded(nodes);
        Lease lease = redlock.tryAcquire("orders").orElseThrow();
        nodes.forEach(node -> node.command("DEL", Engines.key("orders")));

        Verification found = lease.verify();

        assertThat(found.verdict()).isEqualTo(Verification.Verdict.LOST);
        assertThat(lease.loss()).map(Loss::reason).contains(Loss.Reason.TAKEN_OVER);
    }

    @Test
    void withoutAQuorumNothingIsKnown(RedisNodes nodes) {
        Lease lease = guarded(nodes).tryAcquire("orders").orElseThrow();
        nodes.get(0).kill();
        nodes.get(1).kill();

        Verification found = lease.verify();

        assertThat(found.verdict()).isIn(Verification.Verdict.UNKNOWN, Verification.Verdict.LOST);
        assertThat(found.isHeld()).isFalse();
        nodes.get(0).restart();
        nodes.get(1).restart();
    }

    @Test
    void aHolderIsRemovedAndTheNextOneWaitsForIt(RedisNodes nodes) {
        Redlock redlock = guarded(nodes);
        Redlock operator = guarded(nodes);
        Lease lease = Engines.hold(redlock, "orders");
        Engines.awaitWhole(nodes, lease, TTL);
        nodes.get(2).freeze();

        ForcedRelease done = operator.forceRelease(ORDERS);
        CompletableFuture<Optional<Lease>> next = operator.acquireAsync(operator.request("orders"));

        assertThat(done.members()).containsExactly(redlock.options().memberId());
        assertThat(done.votes()).hasSize(3);
        Engines.await().until(() -> lease.loss().isPresent());
        assertThat(next).as("the next one waits").isNotDone();
        assertThat(lease.loss()).map(Loss::reason).contains(Loss.Reason.FORCE_RELEASED);
        nodes.get(2).thaw();
        Engines.await().until(next::isDone);
        assertThat(next.join().orElseThrow().fencingToken()).isGreaterThan(lease.fencingToken());
    }
}
