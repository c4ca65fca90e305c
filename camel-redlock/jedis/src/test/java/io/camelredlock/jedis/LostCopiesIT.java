// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Loss;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.Release;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of a lease that vanish before their time, or turn out to be somebody else's. */
final class LostCopiesIT {

    private static final Duration TTL = Duration.ofSeconds(2);
    private static final String KEY = Engines.key("orders");

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private final List<Loss> losses = new CopyOnWriteArrayList<>();

    /** A lease that counts on all nodes. */
    private Lease hold(RedisNodes nodes) {
        Lease lease = Engines.hold(engines.connected(nodes, TTL), "orders");
        lease.addListener((lost, loss) -> losses.add(loss));
        Engines.awaitWhole(nodes, lease, TTL);
        return lease;
    }

    private static void restartEmpty(RedisNode node) {
        node.kill();
        node.restartEmpty();
    }

    @Test
    void l46_nodesMayRestartEmptyOneAfterTheOther(RedisNodes nodes) {
        Lease lease = hold(nodes);
        for (RedisNode node : nodes) {
            restartEmpty(node);

            Engines.await().until(() -> node.pttl(KEY) > TTL.toMillis() / 2);
            assertThat(node.pttl(KEY)).isLessThanOrEqualTo(TTL.toMillis());
            Engines.awaitWhole(nodes, lease, TTL);
        }
        Engines.await().during(TTL).until(lease::isValid);
        assertThat(losses).isEmpty();
    }

    @Test
    void l46_aLeaseIsNotRebuiltFromOneCopy(RedisNodes nodes) {
        Lease lease = hold(nodes);
        nodes.get(1).kill();
        nodes.get(2).kill();
        nodes.get(1).restartEmpty();
        nodes.get(2).restartEmpty();

        Engines.await().until(() -> losses.size() == 1);
        assertThat(lease.isValid()).isFalse();
        Engines.await()
                .during(TTL)
                .until(() -> nodes.get(1).pttl(KEY) == -2 && nodes.get(2).pttl(KEY) == -2);
        assertThat(nodes.get(0).pttl(KEY)).as("not prolonged").isEqualTo(-2);
        assertThat(losses).hasSize(1);
    }

    @Test
    void l76_aCopyThatExpiresEarlyIsRepaired(RedisNodes nodes) {
        Lease lease = hold(nodes);

        nodes.get(0).command("PEXPIRE", KEY, "1");

        Engines.await().until(() -> nodes.get(0).pttl(KEY) == -2 || nodes.get(0).pttl(KEY) > 1);
        Engines.await().until(() -> nodes.get(0).pttl(KEY) > TTL.toMillis() / 2);
        assertThat(lease.isValid()).isTrue();
        assertThat(losses).isEmpty();
    }

    @Test
    void l76_twoCopiesThatExpireEarlyAreALossAtTheNextTick(RedisNodes nodes) {
        Lease lease = hold(nodes);

        nodes.get(0).command("PEXPIRE", KEY, "1");
        nodes.get(1).command("PEXPIRE", KEY, "1");

        Engines.await().until(() -> !losses.isEmpty());
        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.TAKEN_OVER);
        assertThat(losses.get(0).detail()).contains("absent");
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void l76_aCopyThatIsEvictedIsRepaired(RedisNodes nodes) {
        Lease lease = hold(nodes);
        RedisNode node = nodes.get(0);
        node.command("CONFIG", "SET", "maxmemory-policy", "volatile-ttl");
        node.command("CONFIG", "SET", "maxmemory", "1");
        try {
            Engines.await().until(() -> isEvicted(node));
        } finally {
            node.command("CONFIG", "SET", "maxmemory", "0");
            node.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
        }

        Engines.await().until(() -> node.pttl(KEY) > TTL.toMillis() / 2);
        assertThat(lease.isValid()).isTrue();
        assertThat(losses).isEmpty();
    }

    private static boolean isEvicted(RedisNode node) {
        try {
            node.command("SET", "something", "else");
        } catch (RuntimeException outOfMemory) {
            // it evicts first and refuses then
        }
        return node.pttl(KEY) == -2;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void l92_foreignDataIsNeverTouchedAndNamed(int onNodes, RedisNodes nodes) {
        List<RedisNode> foreign = nodes.all().subList(0, onNodes);
        foreign.forEach(node -> node.command("RPUSH", KEY, "theirs"));
        Redlock redlock = engines.connected(nodes, TTL);

        if (onNodes < 2) {
            Lease lease = redlock.tryAcquire("orders").orElseThrow();
            lease.extend(TTL);
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
        } else {
            assertThatThrownBy(() -> redlock.tryAcquire("orders"))
                    .isInstanceOf(QuorumUnreachableException.class)
                    .hasMessageContaining("foreign type")
                    .hasMessageContaining(KEY);
        }
        foreign.forEach(
                node -> assertThat(node.command("LRANGE", KEY, "0", "-1")).isEqualTo(List.of("theirs")));
        nodes.all().subList(onNodes, 3).forEach(node -> Engines.await().until(() -> node.pttl(KEY) == -2));
    }

    @Test
    void l92_aForeignValueWithoutExpiryIsSomebodyElse(RedisNodes nodes) {
        nodes.forEach(node -> node.command("SET", KEY, "theirs"));
        Redlock redlock = engines.connected(nodes, TTL);

        assertThat(redlock.tryAcquire("orders")).isEmpty();

        nodes.forEach(node -> assertThat(node.get(KEY)).contains("theirs"));
        nodes.forEach(node -> assertThat(node.pttl(KEY)).isEqualTo(-1));
    }

    @Test
    void l92_whatIsOverwrittenIsLostAndNotWonBack(RedisNodes nodes) {
        Lease lease = hold(nodes);

        nodes.forEach(node -> node.command("SET", KEY, "theirs"));

        Engines.await().until(() -> !losses.isEmpty());
        assertThat(losses.get(0).reason()).isEqualTo(Loss.Reason.TAKEN_OVER);
        assertThat(lease.release()).isEqualTo(Release.TAKEN_OVER);
        nodes.forEach(node -> assertThat(node.get(KEY)).contains("theirs"));
    }
}
