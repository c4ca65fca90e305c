// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One contestant and its laps, each beside one of the first contestant. Not safe for use by several threads. */
final class Runner {

    private static final int WARM_UP_LAPS = 5;

    private final Contestant contestant;
    private final List<Race.Lap> laps = new ArrayList<>();
    private final List<Double> timesLatency = new ArrayList<>();
    private final List<Double> timesThroughput = new ArrayList<>();
    private final List<Double> timesNodesCpu = new ArrayList<>();
    private final Samples acquire = new Samples();
    private final Samples pair = new Samples();

    Runner(Contestant contestant) {
        this.contestant = contestant;
    }

    /** By turns, so many laps each after those for the compiler. */
    static List<Runner> compete(Race race, List<Contestant> contestants, int laps, Duration lap) {
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

    /** A lap that follows one of the reference. */
    void add(Race.Lap lap, Runner reference) {
        laps.add(lap);
        acquire.addAll(lap.acquire());
        pair.addAll(lap.pair());
        Race.Lap beside = reference.laps.get(reference.laps.size() - 1);
        timesLatency.add(lap.pair().medianMicros() / beside.pair().medianMicros());
        timesThroughput.add(lap.pairsPerSecond() / beside.pairsPerSecond());
        timesNodesCpu.add(lap.nodeMicrosPerPair() / beside.nodeMicrosPerPair());
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
                .with("timesThroughput", median(timesThroughput))
                .with("timesNodesCpu", median(timesNodesCpu));
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
