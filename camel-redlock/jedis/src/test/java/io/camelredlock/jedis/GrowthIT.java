// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Redlock;
import io.camelredlock.testkit.JvmProcess;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is over takes no room, and namespaces take little. */
final class GrowthIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    @Test
    void tenThousandCyclesLeaveNeitherHeapNorThreadsNorTimersNorConnections(RedisNodes nodes) {
        try (CountedTimers timers = new CountedTimers()) {
            Redlock redlock = Engines.connected(
                    engines.connect(Engines.at(nodes.addresses()), Engines.ttl(Duration.ofSeconds(10)), timers));
            cycles(redlock, 3000); // loads classes, fills pools
            List<Long> before = state(nodes, timers);

            cycles(redlock, 10_000);

            Engines.await().untilAsserted(() -> {
                List<Long> after = state(nodes, timers);
                assertThat(after.get(0) - before.get(0)).as("bytes of heap").isLessThan(2_000_000);
                assertThat(after.subList(1, 4))
                        .as("timers, connections and threads")
                        .isEqualTo(before.subList(1, 4));
            });
            assertThat(timers.waiting()).isZero();
        }
    }

    private static void cycles(Redlock redlock, int count) {
        for (int done = 0; done < count; done += 100) {
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String resource = "orders-" + done + "-" + i;
                all.add(redlock.acquireAsync(redlock.request(resource).autoExtend(i % 2 == 0))
                        .thenCompose(lease -> lease.orElseThrow().releaseAsync()));
            }
            all.forEach(CompletableFuture::join);
        }
    }

    /** Heap in use, timers, connections, and threads but for those that run callbacks. */
    private static List<Long> state(RedisNodes nodes, CountedTimers timers) {
        Engines.await().until(() -> timers.waiting() == 0);
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        long connections = nodes.stream()
                .mapToLong(node ->
                        node.command("CLIENT", "LIST").toString().lines().count())
                .sum();
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("redlock-"))
                .count();
        Runtime runtime = Runtime.getRuntime();
        return List.of(runtime.totalMemory() - runtime.freeMemory(), (long) timers.waiting(), connections, threads);
    }

    @Test
    void aThousandElectionsNeedNoThreadEachAndLittleHeap(RedisNodes nodes) {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (JvmProcess jvm = JvmProcess.of(ThousandElections.class)
                .jvmOptions("-Xmx100m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
                .arguments(nodes.addresses())
                .onLine(lines::add)
                .start()) {
            Engines.await().atMost(Duration.ofMinutes(1)).until(() -> lines.contains("all lead") || !jvm.isAlive());
            Engines.await().during(Duration.ofSeconds(2)).until(jvm::isAlive); // extensions, too
            jvm.send("threads");
            Engines.await().until(() -> lines.size() == 2);

            assertThat(Integer.parseInt(lines.get(1))).as("threads").isLessThan(30);
        }
        assertThat(lines).startsWith("all lead");
    }
}
