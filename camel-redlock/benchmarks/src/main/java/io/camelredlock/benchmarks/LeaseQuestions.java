// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What it costs to ask whether one still holds: no message, but the clock that goes on while the machine is suspended. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LeaseQuestions {

    private final RedisNodes nodes = RedisNodes.start(1);
    private final Redlock redlock = Engine.connect(nodes, RedlockOptions.defaults());
    private final CompletableFuture<LeaderElection> won = new CompletableFuture<>();
    private final LeaderElection election = redlock.election("asked", new ElectionListener() {
        @Override
        public void gained(LeaderElection gained) {
            won.complete(gained);
        }
    });
    private final CompletableFuture<Lease> lease = new CompletableFuture<>();

    /** Runs it: by one thread, and by several at once. */
    public static void main(String[] arguments) throws RunnerException {
        Report report = new Report("lease-questions");
        Scale scale = Scale.of(arguments);
        for (int threads : new int[] {1, 8}) {
            for (RunResult result : new Runner(options(scale, threads).build()).run()) {
                report.add(new Row()
                        .with("question", result.getPrimaryResult().getLabel())
                        .with("threads", threads)
                        .with("nanos", result.getPrimaryResult().getScore()));
            }
        }
        report.print();
    }

    private static OptionsBuilder options(Scale scale, int threads) {
        OptionsBuilder options = new OptionsBuilder();
        options.include(LeaseQuestions.class.getName())
                .forks(0)
                .verbosity(VerboseMode.SILENT)
                .threads(threads)
                .warmupIterations(scale.isQuick() ? 1 : 3)
                .measurementIterations(scale.isQuick() ? 1 : 5)
                .warmupTime(TimeValue.seconds(1))
                .measurementTime(TimeValue.seconds(1));
        return options;
    }

    /** Takes a lease and a leadership that last. */
    @Setup
    public void begin() {
        Engine.awaitAllNodes(redlock);
        election.start();
        won.join();
        lease.complete(acquire());
    }

    private Lease acquire() {
        try {
            return redlock.acquire(redlock.request("asked").autoExtend(true).timeout(Duration.ofSeconds(1)))
                    .orElseThrow(Callers::refused);
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    @TearDown
    public void end() {
        redlock.close();
        nodes.close();
    }

    @Benchmark
    public boolean leaseIsValid() {
        return lease.join().isValid();
    }

    @Benchmark
    public boolean isLeader() {
        return election.isLeader();
    }
}
