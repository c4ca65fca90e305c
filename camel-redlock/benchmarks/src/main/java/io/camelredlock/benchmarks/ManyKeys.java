// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.testkit.RedisNodes;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What a million different keys leave in memory that went through one dynamic step of a route: endpoints, MBeans and heap. */
final class ManyKeys {

    private static final int SENDERS = 32;
    private static final int LAPS = 5;

    private ManyKeys() {}

    public static void main(String[] arguments) throws Exception {
        int keys = Scale.of(arguments).isQuick() ? 50_000 : 1_000_000;
        Report report = new Report("many-keys");
        AtomicInteger key = new AtomicInteger();
        try (RedisNodes nodes = RedisNodes.start(3);
                Routes routes = Routes.dynamic(nodes, true)) {
            cycle(routes, key, 1_000); // so that everything is there that is there once
            report.add(row(routes, key.get()));
            for (int lap = 0; lap < LAPS; lap++) {
                cycle(routes, key, keys / LAPS);
                report.add(row(routes, key.get()));
            }
        }
        report.print();
    }

    private static void cycle(Routes routes, AtomicInteger key, int keys) throws InterruptedException {
        int until = key.get() + keys;
        ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
        for (int sender = 0; sender < SENDERS; sender++) {
            senders.execute(() -> {
                for (int next = key.incrementAndGet(); next <= until; next = key.incrementAndGet()) {
                    routes.cycle("key-" + next);
                }
            });
        }
        senders.shutdown();
        if (!senders.awaitTermination(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("the routes did not come to their end");
        }
        key.set(until);
    }

    private static Row row(Routes routes, int keys) {
        return new Row()
                .with("keys", keys)
                .with("endpoints", routes.endpoints())
                .with("mbeans", ManagementFactory.getPlatformMBeanServer().getMBeanCount())
                .with("heapKb", usedBytes() / 1024);
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
