// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Lease;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockClosedException;
import io.camelredlock.core.Release;
import io.camelredlock.testkit.Candidate;
import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is given back is gone everywhere, and whoever gives it back is told the truth. */
final class ReleaseFaultsIT {

    /** So long that a key which merely expires is noticed. */
    private static final Duration TTL = Duration.ofSeconds(30);

    private static final String KEY = Engines.key("orders");

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    @Test
    void l31_aNodeThatFellSilentIsReleasedToo(RedisNodes nodes) {
        Redlock redlock = engines.connected(nodes, TTL);
        nodes.get(2).freeze();
        Lease lease = redlock.tryAcquire("orders").orElseThrow();

        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        nodes.get(2).thaw(); // it now does what it was asked meanwhile

        Engines.assertGone(nodes, KEY);
        assertThat(engines.connected(nodes, TTL).tryAcquire("orders")).isPresent();
    }

    @Test
    void l27_forgottenScriptsAreNoticedByNobody(RedisNodes nodes) {
        Redlock redlock = engines.connected(nodes, TTL);
        for (int round = 0; round < 3; round++) {
            forgetScripts(nodes);
            Lease lease = redlock.tryAcquire("orders").orElseThrow();
            forgetScripts(nodes);
            lease.extend(TTL);
            forgetScripts(nodes);
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
            Engines.assertGone(nodes, KEY);
        }
    }

    private static void forgetScripts(RedisNodes nodes) {
        nodes.forEach(node -> node.command("SCRIPT", "FLUSH"));
    }

    @Test
    void l27_aRestartBetweenAnyTwoStepsCostsNothing(RedisNodes nodes) {
        Redlock redlock = engines.connected(nodes.addresses(), Engines.classic(TTL));
        for (RedisNode node : nodes) {
            restart(node);
            Lease lease = redlock.tryAcquire("orders").orElseThrow();
            Engines.connected(redlock);
            Engines.awaitWhole(nodes, lease, TTL);
            restart(node);
            lease.extend(TTL);
            restart(node);
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
            Engines.assertGone(nodes, KEY);
            Engines.connected(redlock);
        }
    }

    private static void restart(RedisNode node) {
        node.kill();
        node.restartEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void l49_aGrantWhoseAnswerIsLostIsGivenBackOrUsed(int retries, RedisNodes nodes) throws InterruptedException {
        NodeLinks links = nodes.links();
        Redlock redlock = engines.connected(links.addresses(), Engines.ttl(TTL));
        redlock.tryAcquire("warm-up").orElseThrow().release();
        links.to(0).resetBeforeReply(1);
        links.to(1).resetBeforeReply(1);

        if (retries == 0) {
            assertThatThrownBy(() -> redlock.tryAcquire("orders"))
                    .isInstanceOf(QuorumUnreachableException.class)
                    .hasMessageContaining("connection lost");
        } else {
            Lease lease = redlock.acquire(redlock.request("orders").retryCount(retries))
                    .orElseThrow();
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
        }

        Engines.assertGone(nodes, KEY);
        assertThat(engines.connected(nodes, TTL).tryAcquire("orders")).isPresent();
    }

    @Test
    void l51_theVerdictOfAReleaseIsTheMajoritys(RedisNodes nodes) {
        Redlock redlock = engines.connected(nodes, Duration.ofSeconds(2));
        Lease first = Engines.hold(redlock, "first");
        Lease second = Engines.hold(redlock, "second");
        Lease third = Engines.hold(redlock, "third");

        nodes.get(0).kill();
        assertThat(first.release()).isEqualTo(Release.RELEASED);
        nodes.get(1).kill();
        assertUnreachable(second, nodes);
        nodes.get(2).kill();
        assertUnreachable(third, nodes);

        assertThat(second.isValid() || third.isValid()).isFalse();
    }

    private static void assertUnreachable(Lease lease, RedisNodes nodes) {
        assertThatThrownBy(lease::release)
                .isInstanceOf(QuorumUnreachableException.class)
                .hasMessageContaining("release of " + lease.resources())
                .hasMessageContaining(nodes.get(0).address())
                .hasMessageContaining(nodes.get(1).address())
                .hasMessageContaining("onnect");
    }

    @Test
    void l51_l105_nodesThatRefuseToDeleteAreNamedAndNothingIsExtendedAnyMore(RedisNodes nodes) throws Exception {
        Redlock redlock = engines.connected(nodes, Duration.ofSeconds(2));
        Lease lease = Engines.hold(redlock, "orders");
        try (AutoCloseable one = Trouble.CANNOT_SAVE.begin(nodes.get(0), KEY);
                AutoCloseable two = Trouble.CANNOT_SAVE.begin(nodes.get(1), KEY)) {

            assertThatThrownBy(lease::release)
                    .isInstanceOf(QuorumUnreachableException.class)
                    .hasMessageContaining("MISCONF");

            Engines.assertGone(nodes, KEY); // by their expiry
        }
    }

    @Test
    void l36_closingReleasesEverythingInOrderAndQuietly(RedisNodes nodes) {
        Duration closing = Duration.ZERO;
        for (int round = 0; round < 20; round++) {
            Redlock redlock = engines.connected(nodes, TTL);
            new Candidate(redlock, "orders").leading();
            List<Lease> leases = IntStream.range(0, 20)
                    .mapToObj(i -> Engines.hold(redlock, "lock-" + i))
                    .toList();

            try (CapturedLog log = new CapturedLog()) {
                long start = System.nanoTime();
                redlock.close();
                closing = closing.plusNanos(System.nanoTime() - start);
                assertThat(log.lines()).isEmpty();
            }

            assertThat(leases).noneMatch(Lease::isValid);
            nodes.forEach(
                    node -> Engines.await().until(() -> node.keys("redlock:*").isEmpty()));
            Engines.assertGone(nodes, Engines.leaderKey("orders"));
        }
        // a node that does not end by itself would be waited for half a second
        assertThat(closing.dividedBy(20)).isLessThan(Duration.ofMillis(400));
    }

    @Test
    void l36_closingDuringAnOutageIsBounded(RedisNodes nodes) {
        Redlock redlock = engines.connected(nodes, TTL);
        new Candidate(redlock, "orders").leading();
        for (int i = 0; i < 20; i++) {
            Engines.hold(redlock, "lock-" + i);
        }
        nodes.forEach(RedisNode::freeze);
        long start = System.nanoTime();

        redlock.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    void l113_whoeverRacesWithTheEndIsToldAndLeavesNothing(RedisNodes nodes) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(20);
        for (int round = 0; round < (Engines.LONG ? 200 : 20); round++) {
            Redlock redlock = Engines.connected(
                    engines.connect(Engines.at(nodes.addresses()).clientName("l113"), Engines.ttl(TTL)));
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String resource = "lock-" + round + "-" + i;
                callers.add(threads.submit(() -> acquireUntilClosed(redlock, resource)));
            }
            Engines.pass(Duration.ofMillis(round));

            redlock.close();

            for (Future<?> caller : callers) {
                caller.get(1, TimeUnit.MINUTES);
            }
            nodes.forEach(node -> Engines.await()
                    .until(() -> !node.command("CLIENT", "LIST").toString().contains("l113")));
            nodes.forEach(
                    node -> Engines.await().until(() -> node.keys("redlock:*").isEmpty()));
        }
        threads.shutdown();
    }

    private static void acquireUntilClosed(Redlock redlock, String resource) {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000_000; i++) {
                        redlock.tryAcquire(resource + "-" + i);
                    }
                })
                .isInstanceOf(RedlockClosedException.class);
    }
}
