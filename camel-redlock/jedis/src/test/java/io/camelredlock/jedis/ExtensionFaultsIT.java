// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.testkit.Candidate;
import io.camelredlock.testkit.Direction;
import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Automatic extension goes on as long as it may, and not one round longer. */
final class ExtensionFaultsIT {

    private static final String KEY = Engines.key("orders");

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private final List<Loss> losses = new CopyOnWriteArrayList<>();

    private Lease hold(Redlock redlock) {
        Lease lease = Engines.hold(redlock, "orders");
        lease.addListener((lost, loss) -> losses.add(loss));
        return lease;
    }

    /** Deletes the keys until the lease is lost: what is deleted first may be healed meanwhile. */
    private static void destroy(RedisNodes nodes, Lease lease) {
        Engines.await().until(() -> {
            nodes.forEach(node -> node.command("DEL", KEY));
            return !lease.isValid();
        });
    }

    @Test
    void l01_aTickThatFailsIsRetriedAndNothingIsLost(RedisNodes nodes) {
        Duration ttl = Duration.ofSeconds(3);
        Lease lease = hold(engines.connected(nodes, ttl));

        nodes.get(0).freeze();
        nodes.get(1).freeze();
        Engines.await().during(ttl.dividedBy(4).plusMillis(400)).until(lease::isValid);
        nodes.get(0).thaw();
        nodes.get(1).thaw();

        for (RedisNode node : nodes) {
            Engines.await().until(() -> node.pttl(KEY) > ttl.toMillis() - 300);
        }
        assertThat(lease.isValid()).isTrue();
        assertThat(losses).isEmpty();
    }

    @Test
    void l01_afterALossTheNextLeaseOfTheSameNameIsExtendedToo(RedisNodes nodes) {
        Duration ttl = Duration.ofSeconds(1);
        Redlock redlock = engines.connected(nodes, ttl);
        destroy(nodes, hold(redlock));

        Lease next = hold(redlock);

        Engines.await()
                .during(ttl.multipliedBy(3))
                .until(() -> next.isValid()
                        && nodes.stream().filter(node -> node.pttl(KEY) > 0).count() >= 2);
        assertThat(losses).hasSize(1);
    }

    @Test
    void l09_anExtensionThatArrivesLateChangesNothingForTheNextHolder(RedisNodes nodes) {
        RedlockOptionsBuilder options = Engines.ttl(Duration.ofMillis(600)).maxTtl(Duration.ofSeconds(10));
        NodeLinks links = nodes.links();
        Lease late = hold(engines.connected(links.addresses(), options.driftFactor(0.001)));
        Redlock redlock = engines.connected(nodes.addresses(), options);

        links.all().forEach(link -> link.cut(Direction.REQUESTS)); // extensions pile up on their way
        Engines.await().until(() -> !late.isValid());
        long start = System.nanoTime();
        Lease next = redlock.acquireAsync(redlock.request("orders").ttl(Duration.ofSeconds(10)))
                .join()
                .orElseThrow();
        List<String> values = values(nodes);
        long before = scriptCalls(nodes);
        links.heal();
        Engines.await().until(() -> scriptCalls(nodes) > before);

        Engines.await().during(Duration.ofMillis(300)).until(() -> values(nodes).equals(values));
        for (RedisNode node : nodes) {
            long left = node.pttl(KEY);
            assertThat(left).isLessThanOrEqualTo(10_000 - (System.nanoTime() - start) / 1_000_000 + 300);
        }
        assertThat(next.isValid()).isTrue();
        assertThat(late.isValid()).isFalse();
        assertThat(losses).hasSize(1);
    }

    private static List<String> values(RedisNodes nodes) {
        return nodes.stream().map(node -> node.get(KEY).orElse("none")).toList();
    }

    private static long scriptCalls(RedisNodes nodes) {
        return nodes.stream().mapToLong(node -> node.calls("evalsha")).sum();
    }

    @Test
    void l11_noExtensionOutlivesItsRelease(RedisNodes nodes) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (CountedTimers timers = new CountedTimers()) {
            Redlock redlock =
                    engines.connect(Engines.at(nodes.addresses()), Engines.classic(Duration.ofMillis(300)), timers);
            List<Future<?>> all = new ArrayList<>();
            IntStream.range(0, 8)
                    .forEach(thread -> all.add(threads.submit(() -> {
                        for (int cycle = 0; cycle < 375; cycle++) {
                            cycle(redlock, cycle % 3 == 0 ? "shared" : "own-" + thread);
                        }
                        return "done";
                    })));
            for (Future<?> one : all) {
                one.get(2, TimeUnit.MINUTES);
            }

            Engines.await().until(() -> timers.waiting() == 0);
            Engines.await().until(() -> hasNoLock(nodes));
            Engines.await().during(Duration.ofMillis(300)).until(() -> hasNoLock(nodes));
            assertThat(timers.waiting()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }

    private static void cycle(Redlock redlock, String resource) throws InterruptedException {
        Lease lease =
                redlock.acquire(redlock.request(resource).autoExtend(true)).orElseThrow();
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(5_000_000));
        lease.close(); // on so busy a machine a lease of 300 ms may have been lost; no key may be left all the same
    }

    private static boolean hasNoLock(RedisNodes nodes) {
        return nodes.stream().allMatch(node -> node.keys("redlock:*").isEmpty());
    }

    @Test
    void l11_noKeyIsProlongedAfterItsRelease(RedisNodes nodes) {
        Duration ttl = Duration.ofMillis(400);
        Redlock redlock = engines.connected(nodes, ttl);
        for (int i = 0; i < 20; i++) {
            String resource = "orders-" + i;
            Lease lease = Engines.hold(redlock, resource);
            Engines.pass(Duration.ofMillis(5L * i)); // so that some are released amid an extension
            lease.close();

            for (RedisNode node : nodes) {
                Engines.await().until(() -> node.pttl(Engines.key(resource)) == -2);
            }
        }
        Engines.await().during(ttl).until(() -> hasNoLock(nodes));
    }

    @Test
    void l42_afterEveryLossTheNextAcquireIsAnOrdinaryOne(RedisNodes nodes) throws InterruptedException {
        Redlock redlock = engines.connected(nodes, Duration.ofMillis(400));
        Candidate candidate = new Candidate(redlock, "orders").leading();
        long lastToken = 0;
        for (int round = 0; round < (Engines.LONG ? 100 : 25); round++) {
            Lease lease =
                    redlock.acquire(redlock.request("orders").autoExtend(true)).orElseThrow();
            assertThat(lease.fencingToken()).isGreaterThan(lastToken);
            lastToken = lease.fencingToken();
            boolean twoCauses = round % 2 == 1;
            Engines.await().until(() -> {
                nodes.forEach(node -> node.command("FLUSHALL"));
                if (twoCauses) {
                    nodes.forEach(node -> node.command("CLIENT", "KILL", "TYPE", "normal"));
                }
                return !lease.isValid();
            });
        }

        Engines.await().until(candidate::isLeader);
        assertThat(candidate.timesTold("gained")).isGreaterThan(1);
        assertThat(candidate.fencingTokens()).isSorted().doesNotHaveDuplicates();
    }
}
