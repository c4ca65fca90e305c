// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Acquire and release by 1 and by 32 callers on 3 and on 5 nodes: the engine beside a bare fan-out, a fan-out with a thread per
 * request, and Redisson. They take turns of a second each, so that whatever else the machine does hits all alike.
 */
final class Throughput {

    private static final int[] NODES = {3, 5};
    private static final int[] CALLERS = {1, 32};
    private static final int WARM_UP_LAPS = 5;

    private final Report report = new Report("throughput");
    private final int laps;
    private final Duration lap;

    private Throughput(Scale scale) {
        laps = scale.isQuick() ? 3 : 11;
        lap = Duration.ofMillis(scale.isQuick() ? 400 : 1000);
    }

    public static void main(String[] arguments) {
        new Throughput(Scale.of(arguments)).run();
    }

    private void run() {
        for (int nodes : NODES) {
            try (RedisNodes servers = RedisNodes.start(nodes)) {
                compete(servers);
            }
        }
        report.print();
    }

    private void compete(RedisNodes servers) {
        List<Contestant> contestants = contestants(servers);
        try {
            for (int callers : CALLERS) {
                compete(servers, callers, contestants);
            }
        } finally {
            contestants.forEach(Contestant::close);
        }
    }

    private void compete(RedisNodes servers, int callers, List<Contestant> contestants) {
        try (Race race = new Race(servers, callers)) {
            compete(race, contestants).forEach(runner -> report.add(runner.row(servers.size(), callers)));
        }
    }

    /** The first is what the others are measured by. */
    private static List<Contestant> contestants(RedisNodes servers) {
        RedlockOptions options = RedlockOptions.defaults();
        LockCommands same = recorded(servers, options);
        return List.of(
                new FanOut("bare fan-out", servers, same),
                new Engine("engine", servers, options),
                new PooledThreads(servers, same),
                new FanOut("bare, SET NX", servers, new PlainCommands()),
                new RedissonRedLocks(servers));
    }

    private static LockCommands recorded(RedisNodes servers, RedlockOptions options) {
        try (Redlock redlock = Engine.connect(servers, options)) {
            Engine.awaitAllNodes(redlock);
            return RecordedCommands.of(redlock, servers);
        }
    }

    private List<Runner> compete(Race race, List<Contestant> contestants) {
        List<Runner> runners = contestants.stream().map(Runner::new).toList();
        for (int i = 0; i < WARM_UP_LAPS + laps; i++) {
            for (Runner runner : runners) {
                Race.Lap done = race.run(runner.contestant, lap);
                if (i >= WARM_UP_LAPS) {
                    runner.add(done, runners.get(0));
                }
            }
        }
        return runners;
    }

    /** One contestant and its laps. */
    private static final class Runner {

        private final Contestant contestant;
        private final List<Race.Lap> laps = new ArrayList<>();
        private final List<Double> timesLatency = new ArrayList<>();
        private final List<Double> timesThroughput = new ArrayList<>();
        private final Samples acquire = new Samples();
        private final Samples pair = new Samples();

        Runner(Contestant contestant) {
            this.contestant = contestant;
        }

        /** A lap that follows one of the reference. */
        void add(Race.Lap lap, Runner reference) {
            laps.add(lap);
            acquire.addAll(lap.acquire());
            pair.addAll(lap.pair());
            Race.Lap beside = reference.laps.get(reference.laps.size() - 1);
            timesLatency.add(lap.pair().medianMicros() / beside.pair().medianMicros());
            timesThroughput.add(lap.pairsPerSecond() / beside.pairsPerSecond());
        }

        Row row(int nodes, int callers) {
            return new Row()
                    .with("nodes", nodes)
                    .with("callers", callers)
                    .with("contestant", contestant.name())
                    .with("pairsPerSecond", median(Race.Lap::pairsPerSecond))
                    .with("acquireMedianUs", acquire.medianMicros())
                    .with("pairMedianUs", pair.medianMicros())
                    .with("pairP99Us", pair.p99Micros())
                    .with("clientCpuUsPerPair", median(Race.Lap::clientMicrosPerPair))
                    .with("nodesCpuUsPerPair", median(Race.Lap::nodeMicrosPerPair))
                    .with("timesLatency", median(timesLatency))
                    .with("timesThroughput", median(timesThroughput));
        }

        private double median(ToDoubleFunction<Race.Lap> figure) {
            return median(laps.stream().map(figure::applyAsDouble).toList());
        }

        private static double median(List<Double> figures) {
            double[] sorted =
                    figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            return sorted.length == 0
                    ? Double.NaN
                    : Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElseThrow();
        }
    }
}
