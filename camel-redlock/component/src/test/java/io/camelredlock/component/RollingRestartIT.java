// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.JvmProcess;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Three members in JVMs of their own are asked to end (SIGTERM) and replaced, one after the other, each with work in flight. Once, or
 * as often as {@code -Dredlock.restarts=20} says.
 */
final class RollingRestartIT {

    private static final int RUNS = Integer.getInteger("redlock.restarts", 1);
    private static final Duration HAND_OVER = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> NAMESPACES = List.of("orders", "bills");

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final Map<String, JvmProcess> members = new ConcurrentHashMap<>();
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final List<String> up = new CopyOnWriteArrayList<>();

    /** Something a member said. */
    private record Entry(String what, String namespace, String member, long nanos) {

        static Entry of(String line) {
            String[] words = line.split(" ");
            return new Entry(words[0], words[1], words[2], Long.parseLong(words[3]));
        }
    }

    /** An exchange. */
    private record Work(String member, long beginNanos, long endNanos) {}

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
                String next = leader("orders").filter(old::contains).orElse(old.get(0));
                old.remove(next);
                replace(next, nodes, run);
            }
        }

        List<String> last = List.copyOf(members.keySet());
        last.forEach(name -> member(name).terminate());
        last.forEach(name -> assertThat(member(name).awaitExit(PATIENCE)).isPresent());
        NAMESPACES.forEach(this::assertNothingOverlapsOrIsLost);
    }

    @Test
    void c33TheNextLeaderDoesNotWaitForAComponentThatTakesItsTimeToStop(RedisNodes nodes) {
        start(nodes, Duration.ofSeconds(5), "a", "b");
        String leader = awaitWork("orders");
        JvmProcess ending = member(leader);

        long askedNanos = System.nanoTime();
        ending.terminate();
        Entry gain = await().atMost(PATIENCE)
                .until(() -> gainAfter("orders", leader, askedNanos), Optional::isPresent)
                .orElseThrow();

        assertThat(ending.isAlive()).as("still stopping its components").isTrue();
        assertThat(ending.awaitExit(PATIENCE)).isPresent();
        assertHandedOver("orders", leader, askedNanos, gain);
    }

    private JvmProcess member(String name) {
        return Objects.requireNonNull(members.get(name), name);
    }

    private void replace(String name, RedisNodes nodes, int run) {
        boolean leads = awaitWork("orders").equals(name);
        int begun = works("orders").size();
        JvmProcess ending = member(name);
        long askedNanos = System.nanoTime();
        ending.terminate();
        if (leads) {
            Entry gain = await().atMost(PATIENCE)
                    .until(() -> gainAfter("orders", name, askedNanos), Optional::isPresent)
                    .orElseThrow();
            assertHandedOver("orders", name, askedNanos, gain);
        }
        assertThat(ending.awaitExit(PATIENCE)).isPresent();
        ending.close();
        members.remove(name);
        start(nodes, Duration.ZERO, name.charAt(0) + "" + run);
        await().atMost(PATIENCE)
                .until(() -> works("orders").size() > begun); // whoever leads goes on, or the next begins
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
            entries.add(Entry.of(line));
        }
    }

    private Optional<String> leader(String namespace) {
        return of("gains", namespace)
                .max(Comparator.comparingLong(Entry::nanos))
                .map(Entry::member);
    }

    /** Waits until the leader works, and names it. */
    private String awaitWork(String namespace) {
        return await().atMost(PATIENCE)
                .until(
                        () -> works(namespace).stream()
                                .filter(work -> work.endNanos() == Long.MAX_VALUE)
                                .map(Work::member)
                                .filter(member -> leader(namespace).equals(Optional.of(member)))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private Optional<Entry> gainAfter(String namespace, String former, long nanos) {
        return of("gains", namespace)
                .filter(gain -> gain.nanos() > nanos && !gain.member().equals(former))
                .findFirst();
    }

    private void assertHandedOver(String namespace, String former, long askedNanos, Entry gain) {
        await().atMost(PATIENCE).until(() -> lastEnd(namespace, former) < Long.MAX_VALUE); // also if it ends too late
        long lastEnd = lastEnd(namespace, former);
        assertThat(lastEnd).as("work was in flight").isGreaterThan(askedNanos);
        assertThat(Duration.ofNanos(gain.nanos() - lastEnd))
                .as("from the last exchange to the next gain")
                .isBetween(Duration.ZERO, HAND_OVER);
    }

    private long lastEnd(String namespace, String member) {
        return works(namespace).stream()
                .filter(work -> work.member().equals(member))
                .mapToLong(Work::endNanos)
                .max()
                .orElseThrow();
    }

    private void assertNothingOverlapsOrIsLost(String namespace) {
        List<Work> works = works(namespace);
        assertThat(works).hasSizeGreaterThan(3 * RUNS).noneMatch(work -> work.endNanos() == Long.MAX_VALUE);
        for (int next = 1; next < works.size(); next++) {
            assertThat(works.get(next).beginNanos())
                    .as("begin of %s after %s", works.get(next), works.get(next - 1))
                    .isGreaterThan(works.get(next - 1).endNanos());
        }
    }

    /** All exchanges in the order of their beginnings; those that have not ended end very late. */
    private List<Work> works(String namespace) {
        return of("begins", namespace)
                .map(begin -> new Work(begin.member(), begin.nanos(), endOf(begin)))
                .sorted(Comparator.comparingLong(Work::beginNanos))
                .toList();
    }

    private long endOf(Entry begin) {
        return of("ends", begin.namespace())
                .filter(end -> end.member().equals(begin.member()) && end.nanos() >= begin.nanos())
                .mapToLong(Entry::nanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private Stream<Entry> of(String what, String namespace) {
        return entries.stream()
                .filter(entry -> entry.what().equals(what) && entry.namespace().equals(namespace));
    }
}
