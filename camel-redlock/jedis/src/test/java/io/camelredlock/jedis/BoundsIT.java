// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseRequest;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.testkit.FaultProxy;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing takes longer than it may, whatever the nodes do: other time-outs here are so long that they would be noticed. */
final class BoundsIT {

    private static final Duration VOTE = Duration.ofMillis(200);

    /** What a busy machine may add. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(5);

    @RegisterExtension
    final Engines engines = new Engines();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Connections are given up, and attempts to connect, only after half a minute. */
    private static RedlockOptionsBuilder options() {
        return RedlockOptions.builder().ttl(Duration.ofMinutes(1)).nodeTimeout(VOTE);
    }

    private Redlock connect(String addresses) {
        return engines.connect(Engines.at(addresses).connectTimeout(Duration.ofSeconds(30)), options());
    }

    private static String three(RedisNodes nodes) {
        return nodes.get(0).address() + "," + nodes.get(1).address() + ","
                + nodes.get(2).address();
    }

    @ParameterizedTest
    @ValueSource(strings = {"frozen", "dead", "cut off"})
    void l29_waitingIsBoundedThoughAllNodesAreGone(String how, RedisNodes nodes) throws Exception {
        List<FaultProxy> links =
                Stream.of(0, 1, 2).map(i -> nodes.get(i).newProxy()).toList();
        Redlock redlock = Engines.connected(
                connect(String.join(",", links.stream().map(FaultProxy::address).toList())));
        for (int i = 0; i < 3; i++) {
            switch (how) {
                case "frozen" -> nodes.get(i).freeze();
                case "dead" -> nodes.get(i).kill();
                default -> links.get(i).cut();
            }
        }

        assertBounded(redlock, Duration.ZERO, 1);
        assertBounded(redlock, Duration.ZERO, 100);
        assertBounded(redlock, Duration.ofMillis(200), 100);
        assertBounded(redlock, Duration.ofSeconds(1), 1);
        links.forEach(FaultProxy::close);
    }

    private void assertBounded(Redlock redlock, Duration wait, int callers) throws Exception {
        LeaseRequest request = redlock.request("orders").timeout(wait);
        List<Future<Duration>> all = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            all.add(threads.submit(timed(() -> assertThatThrownBy(() -> redlock.acquire(request))
                    .isInstanceOf(QuorumUnreachableException.class))));
        }
        for (Future<Duration> one : all) {
            assertThat(one.get(1, TimeUnit.MINUTES)).isLessThan(wait.plus(VOTE).plus(SLACK));
        }
    }

    private static Callable<Duration> timed(Callable<?> work) {
        return () -> {
            long start = System.nanoTime();
            work.call();
            return Duration.ofNanos(System.nanoTime() - start);
        };
    }

    @Test
    void l107_nodesThatAreGoneInDifferentWaysDoNotAddUp(RedisNodes nodes) throws Exception {
        try (FaultProxy silent = nodes.get(2).newProxy()) {
            silent.cut();
            nodes.get(0).kill();
            nodes.get(1).freeze();
            Redlock redlock =
                    connect(nodes.get(0).address() + "," + nodes.get(1).address() + "," + silent.address());

            for (int i = 0; i < 10; i++) {
                assertBounded(redlock, Duration.ZERO, 1); // from the first on, while it still connects
            }
            assertBounded(redlock, Duration.ofSeconds(1), 20);
        }
    }

    @Test
    void l34_aSilentAndAFrozenNodeSlowDownNothingFromTheFirstCallOn(RedisNodes nodes) throws Exception {
        try (FaultProxy silent = nodes.get(1).newProxy()) {
            silent.cut();
            nodes.get(3).freeze();
            Redlock redlock = connect(String.join(
                    ",",
                    silent.address(),
                    nodes.get(3).address(),
                    nodes.get(0).address(),
                    nodes.get(2).address(),
                    nodes.get(4).address()));
            List<Duration> times = new ArrayList<>();

            for (int cycle = 0; cycle < 100; cycle++) {
                String resource = "orders-" + cycle;
                Lease[] lease = new Lease[1];
                times.add(timed(() -> lease[0] =
                                redlock.acquire(redlock.request(resource)).orElseThrow())
                        .call());
                times.add(timed(() -> lease[0].extend(Duration.ofSeconds(10))).call());
                times.add(timed(lease[0]::release).call());
            }

            assertThat(times.get(0)).as("the first").isLessThan(VOTE.plus(SLACK));
            times.sort(null);
            assertThat(times.get(270)).as("nine of ten").isLessThan(VOTE.dividedBy(2));
        }
    }

    @Test
    void l26_aCrowdBehindAFrozenNodeWaitsForNothingAndNoLeaseIsLost(RedisNodes nodes) throws Exception {
        Redlock redlock =
                Engines.connected(engines.connect(Engines.at(three(nodes)), Engines.ttl(Duration.ofSeconds(3))));
        List<Lease> held = IntStream.range(0, 20)
                .mapToObj(i -> Engines.hold(redlock, "held-" + i))
                .toList();
        held.forEach(lease -> Engines.awaitWhole(nodes.all().subList(0, 3), lease, Duration.ofSeconds(3)));
        nodes.get(1).freeze();

        List<Future<Duration>> crowd = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            LeaseRequest request = redlock.request("crowd-" + i).timeout(Duration.ofSeconds(3));
            crowd.add(threads.submit(
                    timed(() -> redlock.acquire(request).orElseThrow().release())));
        }
        for (Future<Duration> one : crowd) {
            assertThat(one.get(1, TimeUnit.MINUTES)).isLessThan(Duration.ofSeconds(5));
        }
        Engines.await().during(Duration.ofSeconds(2)).until(() -> held.stream().allMatch(Lease::isValid));
        nodes.get(1).thaw();

        held.forEach(Lease::release);
        nodes.all().subList(0, 3).forEach(node -> Engines.await().until(() -> hasNoLock(node)));
    }

    private static boolean hasNoLock(RedisNode node) {
        return node.keys("redlock:*").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "1, 3", "3, 0", "3, 1", "3, 3"})
    void l100_thereAreAsManyAttemptsAsRetriesAndOneMore(int size, int retries, RedisNodes nodes)
            throws InterruptedException {
        List<RedisNode> some = nodes.all().subList(0, size);
        String addresses =
                String.join(",", some.stream().map(RedisNode::address).toList());
        RedlockOptionsBuilder options = options()
                .nodeTimeout(Duration.ofSeconds(2))
                .notifications(false)
                .retryDelay(Duration.ofMillis(20))
                .retryJitter(Duration.ofMillis(10));
        some.forEach(node -> node.command("CONFIG", "RESETSTAT"));
        some.forEach(node -> node.command("SET", Engines.key("orders"), "theirs", "PX", "60000"));
        Redlock redlock = Engines.connected(engines.connect(Engines.at(addresses), options));

        assertThat(redlock.acquire(redlock.request("orders").retryCount(retries)))
                .isEmpty();

        Engines.pass(Duration.ofMillis(100));
        // a majority decides every attempt; what is then still to be sent to the rest is not sent any more
        assertThat(refusals(some).sum()).isBetween((size / 2 + 1) * (retries + 1L), size * (retries + 1L));
        assertThat(refusals(some).max()).hasValue(retries + 1L);
    }

    /** Whoever refuses an attempt looks how long the other's key can live, and what it keeps of the cluster. */
    private static LongStream refusals(List<RedisNode> nodes) {
        return nodes.stream().mapToLong(node -> node.calls("pttl") / 2);
    }

    @Test
    void l100_troubleIsRetriedTooAndNoPauseFollowsTheLastAttempt(RedisNodes nodes) throws Exception {
        nodes.get(0).kill();
        nodes.get(1).kill();
        Redlock redlock = engines.connect(
                Engines.at(three(nodes)),
                options()
                        .notifications(false)
                        .retryDelay(Duration.ofMillis(300))
                        .retryJitter(Duration.ofMillis(1)));
        Redlock sleepy = engines.connect(Engines.at(three(nodes)), options().retryDelay(Duration.ofMinutes(1)));
        Engines.await()
                .until(() -> redlock.nodeConditions().containsValue("ok")); // which would be a reason to try at once

        assertThat(untilRefused(redlock, 3))
                .isBetween(Duration.ofMillis(900), Duration.ofMillis(900).plus(SLACK));
        assertThat(untilRefused(sleepy, 0)).isLessThan(VOTE.plus(SLACK));
    }

    private static Duration untilRefused(Redlock redlock, int retries) throws Exception {
        return timed(() -> assertThatThrownBy(
                                () -> redlock.acquire(redlock.request("orders").retryCount(retries)))
                        .isInstanceOf(QuorumUnreachableException.class))
                .call();
    }

    @Test
    void l68_noCombinationOfTimesGrantsTwice(RedisNodes nodes) {
        RedlockOptionsBuilder options = Engines.classic(Duration.ofSeconds(2)).driftFactor(0.01);
        Redlock one = Engines.connected(engines.connect(Engines.at(three(nodes)), options));
        Redlock other = Engines.connected(engines.connect(Engines.at(three(nodes)), options));
        for (long wait : new long[] {0, 1, 150}) {
            for (long ttl : new long[] {120, 600, 2000}) {
                for (int retries : new int[] {RedlockOptions.UNLIMITED, 0, 1, 10}) {
                    contend(
                            List.of(one, other),
                            request -> request.timeout(Duration.ofMillis(wait))
                                    .ttl(Duration.ofMillis(ttl))
                                    .retryCount(retries));
                }
            }
        }
    }

    private static void contend(List<Redlock> both, UnaryOperator<LeaseRequest> change) {
        List<CompletableFuture<Optional<Lease>>> attempts = both.stream()
                .map(redlock -> redlock.acquireAsync(change.apply(redlock.request("orders"))))
                .toList();
        List<Lease> leases =
                attempts.stream().flatMap(attempt -> attempt.join().stream()).toList();
        assertThat(leases.stream().filter(Lease::isValid).count()).isLessThanOrEqualTo(1);
        leases.forEach(Lease::close);
    }

    @Test
    void l68_senselessTimesAreRefusedByName(RedisNodes nodes) {
        Redlock redlock = connect(three(nodes));
        LeaseRequest request = redlock.request("orders");

        assertRefused("timeout", () -> request.timeout(Duration.ofMillis(-1)));
        assertRefused("retryCount", () -> request.retryCount(-2));
        assertRefused("maxHold", () -> request.maxHold(Duration.ZERO));
        assertRefused("ttl", () -> redlock.acquire(request.ttl(Duration.ofMillis(-1))));
        assertRefused("ttl", () -> redlock.acquire(request.ttl(Duration.ZERO)));
        assertRefused("maxTtl", () -> redlock.acquire(request.ttl(Duration.ofDays(1))));
    }

    private static void assertRefused(String option, Callable<?> call) {
        assertThatThrownBy(call::call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option);
    }
}
