// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.testkit.Candidate;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many names, many waiters, many starts, many nodes: nothing is mixed up, forgotten or left. */
final class CrowdIT {

    private static final Duration TTL = Duration.ofSeconds(10);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(5);

    @RegisterExtension
    final Engines engines = new Engines();

    private static String addresses(RedisNodes nodes, int count) {
        return nodes.all().subList(0, count).stream().map(RedisNode::address).collect(Collectors.joining(","));
    }

    private Redlock onThree(RedisNodes nodes) {
        return engines.connected(addresses(nodes, 3), Engines.ttl(TTL));
    }

    @Test
    void l115_everyWaiterIsServedSoonAfterARelease(RedisNodes nodes) {
        List<Redlock> both = List.of(onThree(nodes), onThree(nodes));
        AtomicLong releasedNanos = new AtomicLong(System.nanoTime());
        List<Duration> gaps = new CopyOnWriteArrayList<>();
        List<CompletableFuture<?>> waiters = new ArrayList<>();
        for (int waiter = 0; waiter < 100; waiter++) {
            Redlock redlock = both.get(waiter % 2);
            waiters.add(redlock.acquireAsync(redlock.request("orders").timeout(Duration.ofMinutes(1)))
                    .thenAccept(lease -> {
                        gaps.add(Duration.ofNanos(System.nanoTime() - releasedNanos.get()));
                        disturb(nodes, gaps.size());
                        releasedNanos.set(System.nanoTime());
                        lease.orElseThrow().release();
                    }));
        }

        waiters.forEach(waiter -> Engines.await().until(waiter::isDone));
        waiters.forEach(CompletableFuture::join);
        assertThat(gaps).hasSize(100).allMatch(gap -> gap.compareTo(TTL.dividedBy(2)) < 0);
        gaps.sort(null);
        Duration retry =
                both.get(0).options().retryDelay().plus(both.get(0).options().retryJitter());
        assertThat(gaps.get(90)).as("nine of ten").isLessThan(retry);
    }

    /** One node at a time falls silent. */
    private static void disturb(RedisNodes nodes, int served) {
        if (served == 30) {
            nodes.get(0).freeze();
        } else if (served == 60) {
            nodes.get(0).thaw();
        } else if (served == 70) {
            nodes.get(1).freeze();
        }
    }

    @Test
    void l117_oneThreadMayHoldAThousandNames(RedisNodes nodes) {
        Redlock redlock = onThree(nodes);
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            leases.add(redlock.tryAcquire("orders-" + i).orElseThrow());
        }
        Collections.shuffle(leases);

        leases.forEach(Lease::release);

        nodes.all()
                .subList(0, 3)
                .forEach(node ->
                        Engines.await().until(() -> node.keys("redlock:*").isEmpty()));
    }

    @Test
    void l97_namesThatAreUsedOnceLeaveOnlyCountersThatExpire(RedisNodes nodes) {
        Redlock redlock = onThree(nodes);
        for (int i = 0; i < 20; i++) {
            String batch = "order-" + i + "-";
            List<CompletableFuture<Optional<Lease>>> leases = IntStream.range(0, 100)
                    .mapToObj(j -> redlock.acquireAsync(redlock.request(batch + j)))
                    .toList();
            leases.forEach(lease -> lease.join().orElseThrow().release());
        }

        for (RedisNode node : nodes.all().subList(0, 3)) {
            Engines.await().until(() -> node.keys("redlock:*").isEmpty());
            // one script for all, as two thousand questions would take too long
            Object eternal = node.command(
                    "EVAL",
                    "local n = 0; for _, k in ipairs(redis.call('KEYS', '*')) do"
                            + " if redis.call('PTTL', k) == -1 then n = n + 1 end end; return n",
                    "0");
            assertThat(eternal)
                    .as("keys without expiry: the marker of the memory")
                    .isEqualTo(1L);
            assertThat(node.keys().size()).as("and the configuration").isBetween(2001, 2003);
        }
    }

    @Test
    void l99_fiftyStartsAndStopsLeaveNoThread(RedisNodes nodes) {
        onThree(nodes).close();
        Engines.await().until(() -> engineThreads() == 0);
        long others = Thread.activeCount();
        for (int start = 0; start < 50; start++) {
            Redlock redlock = onThree(nodes);
            new Candidate(redlock, "orders").started();
            assertThat(redlock.tryAcquire("orders")).isPresent();
            redlock.close();
        }

        Engines.await().until(() -> engineThreads() == 0);
        assertThat(Thread.activeCount()).isLessThanOrEqualTo((int) others + 2);
    }

    private static long engineThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("redlock-"))
                .count();
    }

    @Test
    void l56_restartsUnderTrafficAndRefusalsLeaveNoConnection(RedisNodes nodes) throws InterruptedException {
        List<RedisNode> three = nodes.all().subList(0, 3);
        long before = clients(three);
        Redlock redlock = onThree(nodes);
        long connected = clients(three) + 3; // one more per node for whoever has to wait
        for (int round = 0; round < (Engines.LONG ? 500 : 15); round++) {
            RedisNode node = three.get(round % 3);
            node.kill();
            redlock.acquire(redlock.request("orders")).orElseThrow().release();
            node.restartEmpty();
            redlock.acquire(redlock.request("orders")).orElseThrow().release();
        }
        Engines.connected(redlock);
        Engines.await().until(() -> clients(three) <= connected);
        Redlock refused = engines.connect(Engines.at(addresses(nodes, 3)).password("not-the-one"), Engines.ttl(TTL));
        Engines.await().until(() -> refused.nodeConditions().values().stream().allMatch(one -> one.contains("auth")));
        Engines.pass(Duration.ofSeconds(1)); // some more refusals

        redlock.close();
        refused.close();

        Engines.await().until(() -> clients(three) <= before);
    }

    private static long clients(List<RedisNode> nodes) {
        return nodes.stream()
                .mapToLong(node ->
                        node.command("CLIENT", "LIST").toString().lines().count())
                .sum();
    }

    @Test
    void l62_aMajorityIsNeededAndEnoughWhateverTheNumberOfNodes(RedisNodes nodes) {
        for (int size = 1; size <= 5; size++) {
            Redlock redlock = engines.connected(addresses(nodes, size), Engines.ttl(TTL));
            for (int foreign = 0; foreign <= size; foreign++) {
                String resource = "orders-" + size + "-" + foreign;
                String key = Engines.key(resource);
                nodes.all().subList(0, foreign).forEach(node -> node.command("SET", key, "theirs", "PX", "60000"));

                Optional<Lease> lease = redlock.tryAcquire(resource);

                assertThat(lease.isPresent())
                        .as("%d of %d nodes were taken", foreign, size)
                        .isEqualTo(size - foreign >= size / 2 + 1);
                lease.ifPresent(Lease::release);
                nodes.all()
                        .subList(foreign, size)
                        .forEach(node -> Engines.await().until(() -> node.pttl(key) == -2));
                nodes.all()
                        .subList(0, foreign)
                        .forEach(node -> assertThat(node.get(key)).contains("theirs"));
            }
        }
    }
}
