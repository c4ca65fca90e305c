// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.List;

/**
 * Acquire and release by 1 and by 32 callers on 3 and on 5 nodes: the engine beside a bare fan-out, a fan-out with a thread per
 * request, and Redisson. They take turns of a second each, so that whatever else the machine does hits all alike.
 */
final class Throughput {

    private static final int[] NODES = {3, 5};
    private static final int[] CALLERS = {1, 32};

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
            Runner.compete(race, contestants, laps, lap)
                    .forEach(runner -> report.add(runner.row(servers.size(), callers)));
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
}
