// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.camelredlock.core.Lease;
import io.camelredlock.core.Loss;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Release;
import io.camelredlock.testkit.Candidate;
import io.camelredlock.testkit.FaultProxy;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One node of three in trouble is a missing vote and no more; two are told by name and cause, and get well by themselves. */
final class NodeTroubleIT {

    private static final Duration TTL = Duration.ofSeconds(2);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private static RedlockOptionsBuilder options() {
        return Engines.classic(TTL);
    }

    @ParameterizedTest
    @EnumSource
    void l05_oneNodeInTroubleIsAbsorbed(Trouble trouble, RedisNodes nodes) throws Exception {
        RedisNode bad = nodes.get(1);
        Redlock warm = engines.connected(nodes.addresses(), options());
        Lease before = warm.tryAcquire("before").orElseThrow();
        Engines.awaitWhole(nodes, before, TTL);

        try (AutoCloseable end = trouble.begin(bad, Engines.key("orders"))) {
            before.extend(TTL);
            assertThat(before.release()).isEqualTo(Release.RELEASED);
            Redlock cold = engines.connect(Engines.at(nodes.addresses()), options());
            everythingWorks(warm, cold);
            everythingWorks(cold, warm);
            List.of(nodes.get(0), nodes.get(2))
                    .forEach(node -> Engines.await().until(() -> node.pttl(Engines.key("orders")) == -2));
            Engines.await().untilAsserted(() -> {
                warm.tryAcquire("probe"); // some trouble shows only when it is asked for something
                assertThat(Engines.condition(warm, bad.address())).matches(trouble.condition());
            });
        }
        awaitWell(warm);
    }

    private static void awaitWell(Redlock redlock) {
        Engines.await().untilAsserted(() -> {
            redlock.tryAcquire("probe").ifPresent(Lease::close);
            assertThat(redlock.nodeConditions().values()).containsOnly("ok");
        });
    }

    private static void everythingWorks(Redlock one, Redlock other) throws InterruptedException {
        Lease lease = one.acquire(one.request("orders")).orElseThrow();
        assertThat(lease.extend(TTL)).isPositive();
        assertThat(other.tryAcquire("orders")).isEmpty();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);

        Candidate leader = new Candidate(one, "orders").leading();
        Candidate follower = new Candidate(other, "orders").following(leader);
        leader.stopped();
        Engines.await().until(follower::isLeader);
        follower.stopped();
    }

    @ParameterizedTest
    @EnumSource(names = {"LOADING", "PASSWORD_SET", "FULL", "BUSY", "NO_REPLICAS", "READ_ONLY"})
    void l95_l108_l109_l110_trafficGoesOnAndTheNodeIsBackByItself(Trouble trouble, RedisNodes nodes) throws Exception {
        Redlock redlock = engines.connected(nodes.addresses(), options());
        RedisNode bad = nodes.get(2);
        String key = Engines.key("x");

        try (CapturedLog log = new CapturedLog();
                AutoCloseable end = trouble.begin(bad, key)) {
            long start = System.nanoTime();
            for (int i = 0; System.nanoTime() - start < Duration.ofMillis(500).toNanos(); i++) {
                Lease lease = redlock.acquire(redlock.request("traffic-" + i)).orElseThrow();
                assertThat(lease.release()).isEqualTo(Release.RELEASED);
            }
            assertThat(log.lines()).as("about the node, in half a second").hasSizeBetween(1, 3);
            assertThat(log.lines()).allMatch(line -> line.contains(bad.address()));
        }

        awaitWell(redlock);
        Lease lease = redlock.tryAcquire("orders").orElseThrow();
        Engines.await().until(() -> bad.pttl(Engines.key("orders")) > 0);
        assertThat(lease.isValid()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"PASSWORD_SET", "BUSY", "CANNOT_SAVE", "NO_REPLICAS"})
    void l105_l109_l110_twoNodesInTroubleAreACleanLossWithTheirReason(Trouble trouble, RedisNodes nodes)
            throws Exception {
        Redlock redlock = engines.connected(nodes.addresses(), options());
        Lease lease = Engines.hold(redlock, "held");
        List<Loss> losses = new ArrayList<>();

        try (AutoCloseable one = trouble.begin(nodes.get(0), Engines.key("held"));
                AutoCloseable two = trouble.begin(nodes.get(1), Engines.key("held"))) {
            lease.addListener((lost, loss) -> losses.add(loss));
            Engines.await().until(() -> !lease.isValid() && !losses.isEmpty());
            assertThatThrownBy(() -> redlock.tryAcquire("orders"))
                    .isInstanceOf(QuorumUnreachableException.class)
                    .hasMessageContaining(nodes.get(0).address())
                    .hasMessageContaining(nodes.get(1).address())
                    .message()
                    .matches("(?s)" + trouble.condition());
        }

        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.EXPIRED);
        Engines.await()
                .ignoreExceptions()
                .until(() -> redlock.tryAcquire("orders").isPresent());
    }

    @Test
    void l108_aFullNodeIsNotStormed(RedisNodes nodes) throws Exception {
        Redlock redlock = engines.connected(nodes.addresses(), options());
        RedisNode full = nodes.get(0);
        long rejected;
        try (AutoCloseable end = Trouble.FULL.begin(full, "none")) {
            for (int i = 0; i < 20; i++) {
                redlock.acquire(redlock.request("lock-" + i)).orElseThrow().close();
                Engines.pass(Duration.ofMillis(100));
            }
        }
        rejected = Long.parseLong(
                full.ask(jedis -> jedis.info("stats")).replaceAll("(?s).*rejected_connections:(\\d+).*", "$1"));

        assertThat(rejected).as("in about two seconds, two connections").isBetween(1L, 40L);
        Engines.connected(redlock);
    }

    @Test
    void l05_l83_aNameThatCannotBeResolvedIsAMissingVote(RedisNodes nodes) throws InterruptedException {
        Redlock redlock = engines.connect(Engines.at(twoOf(nodes) + ",no-such-host.invalid:6379"), options());

        Lease lease = redlock.acquire(redlock.request("orders")).orElseThrow();

        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        Engines.await()
                .until(() ->
                        Engines.condition(redlock, "no-such-host.invalid:6379").contains("cannot be resolved"));
    }

    @Test
    void l111_whatIsNoRedisIsNamedAndGrantsNothing(RedisNodes nodes) throws Exception {
        HttpServer web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.start();
        try (FaultProxy silent = nodes.get(0).newProxy()) {
            silent.cut();
            String http = "127.0.0.1:" + web.getAddress().getPort();
            Redlock redlock = engines.connect(
                    Engines.at(http + "," + silent.address() + ","
                                    + nodes.get(2).address())
                            .connectTimeout(Duration.ofMillis(500)),
                    options());

            Engines.await().untilAsserted(() -> {
                assertThat(Engines.condition(redlock, http)).contains("other than Redis");
                assertThat(Engines.condition(redlock, silent.address())).contains("no answer");
            });
            assertThatThrownBy(() -> redlock.tryAcquire("orders"))
                    .isInstanceOf(QuorumUnreachableException.class)
                    .hasMessageContaining(http)
                    .hasMessageContaining("other than Redis")
                    .hasMessageContaining(silent.address());
            Engines.await().until(() -> nodes.get(2).pttl(Engines.key("orders")) == -2);
        } finally {
            web.stop(0);
        }
    }

    @Test
    void l77_aMemberOfARedisClusterIsAMissingVoteAndThreeAreNone(RedisNodes nodes) throws IOException {
        try (RedisNodes members = RedisNodes.builder()
                .arguments("--cluster-enabled", "yes")
                .unknown()
                .start()) {
            Redlock mixed = engines.connect(
                    Engines.at(twoOf(nodes) + "," + members.get(0).address()), options());
            Redlock all = engines.connect(Engines.at(members.addresses()), options());
            String reason = "cluster mode is not supported";
            Engines.await().until(() -> all.nodeConditions().values().stream().allMatch(one -> one.contains(reason)));
            Engines.await()
                    .until(() ->
                            Engines.condition(mixed, members.get(0).address()).contains(reason));

            for (int slot = 0; slot < 20; slot++) {
                assertThat(mixed.tryAcquire("orders-" + slot).orElseThrow().release())
                        .isEqualTo(Release.RELEASED);
            }
            assertThatThrownBy(() -> all.tryAcquire("orders"))
                    .isInstanceOf(QuorumUnreachableException.class)
                    .hasMessageContaining(reason);
        }
    }

    private static String twoOf(RedisNodes nodes) {
        return nodes.get(0).address() + "," + nodes.get(1).address();
    }
}
