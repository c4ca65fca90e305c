// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** So many callers that do nothing but acquire and release, for a while, by one contestant. */
final class Race implements AutoCloseable {

    /** What came of it. */
    record Lap(Samples acquire, Samples pair, long elapsedNanos, Usage before, Usage after) {

        double pairsPerSecond() {
            return pair.size() * 1e9 / elapsedNanos;
        }

        double clientMicrosPerPair() {
            return (after.clientNanos() - before.clientNanos()) / 1e3 / pair.size();
        }

        double nodeMicrosPerPair() {
            return (after.nodeMicros() - before.nodeMicros()) / pair.size();
        }

        Row row() {
            return new Row()
                    .with("pairsPerSecond", pairsPerSecond())
                    .with("acquireMedianUs", acquire.medianMicros())
                    .with("pairMedianUs", pair.medianMicros())
                    .with("pairP99Us", pair.p99Micros())
                    .with("clientCpuUsPerPair", clientMicrosPerPair())
                    .with("nodesCpuUsPerPair", nodeMicrosPerPair());
        }
    }

    private final RedisNodes nodes;
    private final int callers;
    private final ExecutorService threads;

    Race(RedisNodes nodes, int callers) {
        this.nodes = nodes;
        this.callers = callers;
        this.threads = Executors.newFixedThreadPool(callers);
    }

    Lap run(Contestant contestant, Duration length) {
        Usage before = Usage.now(nodes);
        long start = System.nanoTime();
        long end = start + length.toNanos();
        List<Future<Samples[]>> running = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            int caller = i;
            running.add(threads.submit(() -> call(contestant, caller, end)));
        }
        Samples acquire = new Samples();
        Samples pair = new Samples();
        for (Future<Samples[]> one : running) {
            Samples[] samples = result(one);
            acquire.addAll(samples[0]);
            pair.addAll(samples[1]);
        }
        long elapsed = System.nanoTime() - start;
        return new Lap(acquire, pair, elapsed, before, Usage.now(nodes));
    }

    private static Samples[] call(Contestant contestant, int caller, long end) {
        Samples acquire = new Samples();
        Samples pair = new Samples();
        long start = System.nanoTime();
        while (start - end < 0) {
            Runnable release = contestant.acquire(caller);
            acquire.add(System.nanoTime() - start);
            release.run();
            long done = System.nanoTime();
            pair.add(done - start);
            start = done;
        }
        return new Samples[] {acquire, pair};
    }

    private static Samples[] result(Future<Samples[]> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
