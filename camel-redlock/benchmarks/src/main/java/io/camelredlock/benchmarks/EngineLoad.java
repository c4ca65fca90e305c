// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;

/**
 * Nothing but the engine, for a profiler to look at: {@code EngineLoad [nodes [callers [seconds]]]}. One result for every five
 * seconds, as the first ones are those of code not yet compiled.
 */
final class EngineLoad {

    private static final int LAP_SECONDS = 5;

    private EngineLoad() {}

    public static void main(String[] arguments) {
        int nodes = argument(arguments, 0, 5);
        int callers = argument(arguments, 1, 32);
        int seconds = argument(arguments, 2, 30);
        Report report = new Report("engine-load");
        try (RedisNodes servers = RedisNodes.start(nodes);
                Engine engine = new Engine("engine", servers, RedlockOptions.defaults());
                Race race = new Race(servers, callers)) {
            for (int second = LAP_SECONDS; second <= seconds; second += LAP_SECONDS) {
                Race.Lap lap = race.run(engine, Duration.ofSeconds(LAP_SECONDS));
                report.add(lap.row().with("nodes", nodes).with("callers", callers));
            }
        }
        report.print();
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return index < arguments.length ? Integer.parseInt(arguments[index]) : otherwise;
    }
}
