// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.function.Function;

/**
 * What it costs that one of five nodes is frozen and one dead: two engines on five nodes each take turns, call by call, and
 * something happens to the nodes of one of them. The calls count from the very first after the fault.
 */
final class FaultyNodes {

    private static final int NODES = 5;
    private static final int WARM_UP_CYCLES = 3_000;
    private static final int PEER_WARM_UP_CALLS = 200;
    private static final int PEER_CALLS = 3;

    private final Report report = new Report("faulty-nodes");
    private final RedlockOptions options = RedlockOptions.defaults();
    private final RedisNodes healthy;
    private final RedisNodes faulty;
    private final RedisNodes bystanders;
    private final Scale scale;

    /** Nobody uses the bystanders. */
    private FaultyNodes(RedisNodes healthy, RedisNodes faulty, RedisNodes bystanders, Scale scale) {
        this.healthy = healthy;
        this.faulty = faulty;
        this.bystanders = bystanders;
        this.scale = scale;
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (RedisNodes healthy = RedisNodes.start(NODES);
                RedisNodes faulty = RedisNodes.start(NODES);
                RedisNodes bystanders = RedisNodes.start(NODES)) {
            new FaultyNodes(healthy, faulty, bystanders, Scale.of(arguments)).run();
        }
    }

    private void run() throws InterruptedException {
        running();
        fresh();
        peer();
        report.print();
    }

    /** The engines run, and the fault comes. */
    private void running() {
        Pair first = new Pair();
        Pair soon = new Pair();
        Pair lasting = new Pair();
        try (Redlock calm = Engine.connect(healthy, options);
                Redlock hit = Engine.connect(faulty, options)) {
            Engine.awaitAllNodes(calm);
            Engine.awaitAllNodes(hit);
            alternate(calm, hit, new Pair(), WARM_UP_CYCLES);
            for (int episode = 0; episode < (scale.isQuick() ? 10 : 40); episode++) {
                strike(bystanders, episode); // a machine that buries a process is slower for a moment, whoever died
                first.healthy.run(calm);
                bystanders.recover();
                strike(faulty, episode);
                first.faulty.run(hit);
                alternate(calm, hit, soon, scale.isQuick() ? 100 : 300);
                recover(hit);
            }
            strike(faulty, 0);
            long end = System.nanoTime()
                    + Duration.ofSeconds(scale.isQuick() ? 7 : 20).toNanos();
            while (System.nanoTime() - end < 0) {
                alternate(calm, hit, lasting, 2);
            }
            recover(hit);
        }
        first.report("first call after the fault");
        soon.addAll(first);
        soon.report("from the first call on");
        lasting.report("for many seconds");
    }

    /** The fault is there, and the engine is started: until its first lease, connecting included, and what follows. */
    private void fresh() throws InterruptedException {
        Pair pair = new Pair();
        strike(faulty, 0);
        for (int start = 0; start < (scale.isQuick() ? 10 : 40); start++) {
            start(healthy, pair.healthy);
            start(faulty, pair.faulty);
        }
        faulty.recover();
        pair.report("new engine, first calls");
    }

    private void start(RedisNodes nodes, Cycle cycle) throws InterruptedException {
        long start = System.nanoTime();
        try (Redlock redlock = Engine.connect(nodes, options)) {
            Lease lease = redlock.acquire(redlock.request("cycle")).orElseThrow(Callers::refused);
            cycle.acquired(lease, System.nanoTime() - start);
        }
    }

    /** What a client does that asks one node after the other and waits for each. It cannot be started with a dead node. */
    private void peer() {
        Pair pair = new Pair();
        try (Contestant calm = new RedissonRedLocks(healthy);
                Contestant hit = new RedissonRedLocks(faulty)) {
            pair.healthy.run(calm, PEER_WARM_UP_CALLS);
            pair.faulty.run(hit, PEER_WARM_UP_CALLS);
            strike(faulty, 0);
            Pair afterwards = new Pair();
            afterwards.healthy.run(calm, PEER_CALLS);
            afterwards.faulty.run(hit, PEER_CALLS);
            faulty.recover();
            afterwards.report("Redisson RedLock", "acquire", Cycle::acquire);
            afterwards.report("Redisson RedLock", "release", Cycle::release);
        }
    }

    private static void strike(RedisNodes nodes, int episode) {
        nodes.get(episode % NODES).freeze();
        nodes.get((episode + 1 + episode / NODES % (NODES - 1)) % NODES).kill();
    }

    private void recover(Redlock hit) {
        faulty.recover();
        Engine.awaitAllNodes(hit);
    }

    private static void alternate(Redlock calm, Redlock hit, Pair pair, int cycles) {
        for (int i = 0; i < cycles; i++) {
            once(calm, hit, pair, i);
        }
    }

    /** The one that comes first finds the machine less warm, so that changes. */
    private static void once(Redlock calm, Redlock hit, Pair pair, int turn) {
        if (turn % 2 == 0) {
            pair.faulty.run(hit);
            pair.healthy.run(calm);
        } else {
            pair.healthy.run(calm);
            pair.faulty.run(hit);
        }
    }

    /** The same calls on healthy nodes and on faulty ones. */
    private final class Pair {

        private final Cycle healthy = new Cycle();
        private final Cycle faulty = new Cycle();

        void addAll(Pair more) {
            healthy.addAll(more.healthy);
            faulty.addAll(more.faulty);
        }

        void report(String when) {
            report(when, "acquire", Cycle::acquire);
            report(when, "extend", Cycle::extend);
            report(when, "release", Cycle::release);
        }

        private void report(String when, String call, Function<Cycle, Samples> samples) {
            Samples calm = samples.apply(healthy);
            Samples hit = samples.apply(faulty);
            report.add(new Row()
                    .with("when", when)
                    .with("call", call)
                    .with("calls", hit.size())
                    .with("healthyMedianUs", calm.medianMicros())
                    .with("faultyMedianUs", hit.medianMicros())
                    .with("timesMedian", hit.medianMicros() / calm.medianMicros())
                    .with("healthyP99Us", calm.p99Micros())
                    .with("faultyP99Us", hit.p99Micros())
                    .with("faultyMaxUs", hit.maxMicros()));
        }
    }
}
