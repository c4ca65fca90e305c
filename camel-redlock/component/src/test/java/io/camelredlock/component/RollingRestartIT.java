// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.component.WorkLog.HandOver;
import io.camelredlock.component.WorkLog.Work;
import io.camelredlock.testkit.JvmProcess;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Members in JVMs of their own are asked to end (SIGTERM) and replaced, one after the other, each with work in flight. Once, or as
 * often as {@code -Dredlock.restarts=20} says.
 */
final class RollingRestartIT {

    private static final Logger LOG = LoggerFactory.getLogger(RollingRestartIT.class);

    private static final int RUNS = Integer.getInteger("redlock.restarts", 1);
    private static final double HAND_OVER_MILLIS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> NAMESPACES = List.of("orders", "bills");

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final Map<String, JvmProcess> members = new ConcurrentHashMap<>();
    private final List<String> up = new CopyOnWriteArrayList<>();
    private final WorkLog log = new WorkLog();

    @AfterEach
    void killMembers() {
        members.values().forEach(JvmProcess::close);
    }

    @Test
    void c33_c42ARollingRestartOverlapsNothingAndLosesNothingAndHandsOverAtOnce(RedisNodes nodes) {
        start(nodes, Duration.ZERO, "a0", "b0", "c0");
        for (int run = 1; run <= RUNS; run++) {
            List<String> old = new ArrayList<>(members.keySet());
            while (!old.isEmpty()) {
                String next = log.leader("orders").filter(old::contains).orElse(old.get(0));
                old.remove(next);
                terminate(next);
                awaitEnd(next);
                start(nodes, Duration.ZERO, name(next, run));
            }
            assertHandOvers("three members", run);
        }
        endAll();
    }

    @Test
    void c33TheNextLeaderDoesNotWaitForAComponentThatTakesItsTimeToStop(RedisNodes nodes) {
        Duration stopTime = Duration.ofSeconds(5);
        start(nodes, stopTime, "a0", "b0");
        for (int run = 1; run <= RUNS; run++) {
            String leader = awaitWork("orders");
            terminate(leader);
            assertThat(member(leader).isAlive())
                    .as("still stopping its components")
                    .isTrue();
            awaitEnd(leader);
            start(nodes, stopTime, name(leader, run));
            assertHandOvers("a component that stops in 5 s", run);
        }
        endAll();
    }

    private static String name(String replaced, int run) {
        return replaced.charAt(0) + "" + run;
    }

    private JvmProcess member(String name) {
        return Objects.requireNonNull(members.get(name), name);
    }

    private void start(RedisNodes nodes, Duration stopTime, String... names) {
        for (String name : names) {
            members.put(
                    name,
                    JvmProcess.of(WorkingJvm.class)
                            .arguments(nodes.addresses(), name, Long.toString(stopTime.toMillis()))
                            .onLine(this::heard)
                            .start());
        }
        await().atMost(PATIENCE).until(() -> up.containsAll(List.of(names)));
    }

    private void heard(String line) {
        if (line.startsWith("up ")) {
            up.add(line.substring(3));
        } else if (line.matches("(gains|begins|ends) .*")) {
            log.add(line);
        }
    }

    /** Asks a member to end while the leader works. If it is the leader, waits until another one leads. */
    private void terminate(String name) {
        boolean leads = awaitWork("orders").equals(name);
        long askedNanos = System.nanoTime();
        member(name).terminate();
        if (leads) {
            HandOver handOver = await().atMost(PATIENCE)
                    .until(() -> handOverFrom(name), Optional::isPresent)
                    .orElseThrow();
            assertThat(handOver.lastEndNanos()).as("work was in flight").isGreaterThan(askedNanos);
        }
    }

    /** Waits until a member has ended and whoever leads goes on, or begins. */
    private void awaitEnd(String name) {
        int begun = log.works("orders").size();
        assertThat(member(name).awaitExit(PATIENCE)).isPresent();
        member(name).close();
        members.remove(name);
        await().atMost(PATIENCE).until(() -> log.works("orders").size() > begun);
    }

    /** Waits until the leader works, and names it. */
    private String awaitWork(String namespace) {
        return await().atMost(PATIENCE)
                .until(() -> log.current(namespace), Optional::isPresent)
                .map(Work::member)
                .orElseThrow();
    }

    private Optional<HandOver> handOverFrom(String former) {
        return log.handOvers("orders").stream()
                .filter(handOver -> handOver.former().equals(former))
                .findFirst();
    }

    private void assertHandOvers(String what, int run) {
        for (String namespace : NAMESPACES) {
            List<HandOver> handOvers = log.handOvers(namespace);
            LOG.warn("ROLLING {}, run {}, {}: gained after {} ms", what, run, namespace, millis(handOvers));
            assertThat(handOvers)
                    .allSatisfy(handOver -> assertThat(handOver.millis()).isBetween(0.0, HAND_OVER_MILLIS));
        }
        assertThat(log.handOvers("orders")).hasSizeGreaterThanOrEqualTo(run);
    }

    private static List<String> millis(List<HandOver> handOvers) {
        return handOvers.stream()
                .mapToDouble(HandOver::millis)
                .sorted()
                .mapToObj("%.1f"::formatted)
                .toList();
    }

    private void endAll() {
        List<String> last = List.copyOf(members.keySet());
        last.forEach(name -> member(name).terminate());
        last.forEach(name -> assertThat(member(name).awaitExit(PATIENCE)).isPresent());
        NAMESPACES.forEach(this::assertNothingOverlapsOrIsLost);
    }

    private void assertNothingOverlapsOrIsLost(String namespace) {
        List<Work> works = log.works(namespace);
        assertThat(works).hasSizeGreaterThan(RUNS).noneMatch(work -> work.endNanos() == WorkLog.NOT_ENDED);
        for (int next = 1; next < works.size(); next++) {
            assertThat(works.get(next).beginNanos())
                    .as("begin of %s after %s", works.get(next), works.get(next - 1))
                    .isGreaterThan(works.get(next - 1).endNanos());
        }
        LOG.warn("ROLLING {}: {} exchanges, none lost, none at the same time", namespace, works.size());
    }
}
