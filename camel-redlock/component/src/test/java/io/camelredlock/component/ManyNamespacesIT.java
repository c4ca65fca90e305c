// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One member that leads a thousand namespaces. */
final class ManyNamespacesIT {

    private static final int NAMESPACES = 1_000;
    private static final int MOST_THREADS =
            60; // nodes, subscriptions, timers, callbacks and listeners, and some of Camel's own
    private static final long MOST_HEAP_BYTES = 100_000_000;

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    @Test
    void c52AThousandNamespacesTakeNeitherAThreadEachNorMuchMemory(RedisNodes nodes) throws Exception {
        long threadsBefore = Thread.activeCount();
        long heapBefore = heapInUse();
        Journal journal = new Journal();
        try (TestMember a = TestMember.started(nodes, "a")) {
            List<RedlockClusterView> views = new ArrayList<>();
            for (int number = 0; number < NAMESPACES; number++) {
                RedlockClusterView view = a.view("namespace-" + number);
                view.addEventListener(journal.leadership());
                views.add(view);
            }

            await().atMost(Duration.ofSeconds(60))
                    .until(() -> views.stream()
                            .allMatch(view -> view.getLocalMember().isLeader()));
            await().atMost(Duration.ofSeconds(20)).until(() -> journal.count("leads") >= NAMESPACES);

            assertThat(Thread.activeCount() - threadsBefore).isLessThan(MOST_THREADS);
            assertThat(heapInUse() - heapBefore).isLessThan(MOST_HEAP_BYTES);
            await().during(TestMember.TTL.plusSeconds(1))
                    .atMost(TestMember.TTL.multipliedBy(4))
                    .until(() -> views.stream()
                            .allMatch(view -> view.getLocalMember().isLeader()));
        }
    }

    private static long heapInUse() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
