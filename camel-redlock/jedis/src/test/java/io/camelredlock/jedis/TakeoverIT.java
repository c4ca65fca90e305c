// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Engines.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Lease;
import io.camelredlock.core.NodeReport;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.TakeoverPendingException;
import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a new holder does when real nodes have lost the keys of an earlier one (S-T1, S-T5). */
class TakeoverIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    private static final Duration TTL = Duration.ofSeconds(6);
    private static final String KEY = Engines.key("orders");

    /** How a node comes to forget a lock that is held. */
    enum Amnesia {
        RESTARTED_EMPTY {
            @Override
            void befall(RedisNode node) {
                node.kill();
                node.restartEmpty();
            }
        },
        FLUSHED {
            @Override
            void befall(RedisNode node) {
                node.command("FLUSHALL");
            }
        },
        KEY_DELETED {
            @Override
            void befall(RedisNode node) {
                node.command("DEL", KEY);
            }
        },
        OTHER_DATA_IN_THE_SAME_PROCESS {
            @Override
            void befall(RedisNode node) {
                try (RedisNodes other = RedisNodes.start(1)) {
                    RedisNode master = other.get(0);
                    node.command("REPLICAOF", master.host(), Integer.toString(master.port()));
                    await().until(() ->
                            node.ask(jedis -> jedis.info("replication")).contains("master_link_status:up"));
                    node.command("REPLICAOF", "NO", "ONE");
                }
            }
        };

        abstract void befall(RedisNode node);
    }

    @RegisterExtension
    final Engines engines = new Engines();

    @Test
    void onNodesThatAreKnownNobodyWaits(RedisNodes nodes) {
        Redlock one = engine(nodes);
        Redlock other = engine(nodes);
        one.tryAcquire("orders").orElseThrow().release();

        assertThat(other.tryAcquire("orders")).isPresent();
        assertThat(other.nodes()).allMatch(NodeReport::isWell);
    }

    @ParameterizedTest
    @EnumSource
    void aMinorityThatForgotCostsNothing(Amnesia amnesia, RedisNodes nodes) {
        Redlock one = engine(nodes);
        one.tryAcquire("orders").orElseThrow().release();

        amnesia.befall(nodes.get(0));

        assertThat(Engines.connected(one).tryAcquire("orders")).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void afterAMajorityForgotTheNextHolderWaitsUntilNobodyCanHold(Amnesia amnesia, RedisNodes nodes)
            throws InterruptedException {
        NodeLinks links = nodes.links();
        Redlock one = engine(links.addresses());
        Redlock other = engine(nodes);
        Lease held = one.tryAcquire("orders").orElseThrow();
        links.cut(); // or it would heal one node before the other forgets
        amnesia.befall(nodes.get(0));
        amnesia.befall(nodes.get(1));
        Engines.connected(other);

        assertThatThrownBy(() -> other.tryAcquire("orders")).isInstanceOf(TakeoverPendingException.class);
        Lease next =
                other.acquire(other.request("orders").timeout(Engines.PATIENCE)).orElseThrow();

        assertThat(held.isValid()).as("the first holder").isFalse();
        assertThat(next.isValid()).as("the next holder").isTrue();
        assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
    }

    @Test
    void anOldSnapshotInTheNodesBringsNobodyBack() throws InterruptedException {
        try (RedisNodes nodes =
                RedisNodes.builder().arguments("--dbfilename", "dump.rdb").start()) {
            NodeLinks links = nodes.links();
            Redlock one = engine(links.addresses());
            Redlock other = engine(nodes);
            nodes.forEach(node -> node.command("SAVE"));
            Lease held = one.tryAcquire("orders").orElseThrow();
            links.cut();
            for (RedisNode node : List.of(nodes.get(0), nodes.get(1))) {
                node.kill();
                node.restart();
            }
            Engines.connected(other);

            assertThatThrownBy(() -> other.tryAcquire("orders")).isInstanceOf(TakeoverPendingException.class);
            assertThat(other.acquire(other.request("orders").timeout(Engines.PATIENCE)))
                    .isPresent();
            assertThat(held.isValid()).as("the first holder").isFalse();
        }
    }

    @Test
    void l76_nodesThatMayEvictLocksAreNoEvidenceAndNamed(RedisNodes nodes) {
        nodes.forEach(node -> node.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru"));
        nodes.forEach(node -> node.command("CONFIG", "SET", "maxmemory", "100mb"));
        Redlock redlock = engine(nodes);

        assertThatThrownBy(() -> redlock.tryAcquire("orders"))
                .isInstanceOf(TakeoverPendingException.class)
                .hasMessageContaining("allkeys-lru");
        assertThat(redlock.nodes())
                .allMatch(node -> node.condition().equals("ok") && node.doubt().contains("allkeys-lru"));
        nodes.forEach(node -> node.command("CONFIG", "SET", "maxmemory-policy", "noeviction"));
        nodes.forEach(node -> node.command("CONFIG", "SET", "maxmemory", "0"));
    }

    @Test
    void theReportSaysUntilWhenANodeIsInDoubt() {
        try (RedisNodes nodes = RedisNodes.builder().unknown().start()) {
            Redlock redlock = engine(nodes);

            await().untilAsserted(() -> assertThat(redlock.nodes())
                    .allMatch(node -> !node.doubt().isEmpty()
                            && node.doubtfulFor().compareTo(TTL.plusSeconds(1)) < 0
                            && !node.doubtfulFor().isZero()));
            await().untilAsserted(() -> assertThat(redlock.nodes()).allMatch(NodeReport::isWell));
            assertThat(redlock.tryAcquire("orders")).isPresent();
        }
    }

    private Redlock engine(RedisNodes nodes) {
        return engine(nodes.addresses());
    }

    private Redlock engine(String addresses) {
        return engines.connected(addresses, Engines.ttl(TTL).takeover(Takeover.GUARDED));
    }
}
