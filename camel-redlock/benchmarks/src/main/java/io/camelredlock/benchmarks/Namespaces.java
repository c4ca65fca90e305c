// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A thousand elections in one engine, and in three members that compete, for a hundred namespaces and for a thousand: what they cost
 * while nothing happens but their extensions, and how long it takes until every namespace has a leader.
 */
final class Namespaces {

    private static final int NODES = 3;
    private static final List<Size> SIZES = List.of(new Size(1, 1_000), new Size(3, 100), new Size(3, 1_000));
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private record Size(int engines, int namespaces) {}

    private final Report report = new Report("namespaces");
    private final Duration length;

    private Namespaces(Scale scale) {
        length = Duration.ofSeconds(scale.isQuick() ? 10 : 60);
    }

    public static void main(String[] arguments) {
        new Namespaces(Scale.of(arguments)).run();
    }

    private void run() {
        for (Size size : SIZES) {
            try (RedisNodes servers = RedisNodes.start(NODES)) {
                measure(servers, size);
            }
        }
        report.print();
    }

    private void measure(RedisNodes servers, Size size) {
        double heapBefore = heapMegabytes();
        int threadsBefore = threads();
        List<Redlock> engines = Stream.generate(() -> Engine.connect(servers, RedlockOptions.defaults()))
                .limit(size.engines())
                .toList();
        engines.forEach(Engine::awaitAllNodes);
        engines.forEach(engine -> engine.membership().join());
        Set<String> led = ConcurrentHashMap.newKeySet();
        List<LeaderElection> elections = new ArrayList<>();
        long start = System.nanoTime();
        engines.forEach(engine -> startAll(engine, size, led, elections));
        while (led.size() < size.namespaces()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        Row row = new Row()
                .with("engines", size.engines())
                .with("elections", elections.size())
                .with("allLedMs", (System.nanoTime() - start) / 1e6);
        observe(servers, row);
        report.add(row.with(
                        "leadersNow",
                        elections.stream().filter(LeaderElection::isLeader).count())
                .with("threads", threads() - threadsBefore)
                .with("heapMb", heapMegabytes() - heapBefore));
        engines.forEach(Redlock::close);
    }

    private static void startAll(Redlock engine, Size size, Set<String> led, List<LeaderElection> elections) {
        for (int i = 0; i < size.namespaces(); i++) {
            LeaderElection election = engine.election("namespace-" + i, new ElectionListener() {
                @Override
                public void gained(LeaderElection won) {
                    led.add(won.namespace());
                }
            });
            elections.add(election);
            election.start();
        }
    }

    /** Nodes and client while nothing happens. */
    private void observe(RedisNodes servers, Row row) {
        Usage before = Usage.now(servers);
        LockSupport.parkNanos(length.toNanos());
        Usage now = Usage.now(servers);
        double seconds = (now.nanos() - before.nanos()) / 1e9;
        row.with("commandsPerSecondAndNode", (now.commands() - before.commands()) / seconds / NODES)
                .with("readsPerSecondAndNode", (now.reads() - before.reads()) / seconds / NODES)
                .with("clientCpuPercent", (now.clientNanos() - before.clientNanos()) / 1e7 / seconds)
                .with("nodeCpuPercent", (now.nodeMicros() - before.nodeMicros()) / 1e4 / seconds / NODES);
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static double heapMegabytes() {
        for (int i = 0; i < 3; i++) {
            MEMORY.gc();
        }
        return MEMORY.getHeapMemoryUsage().getUsed() / 1e6;
    }
}
