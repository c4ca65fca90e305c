// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.List;

/**
 * What a lock costs in a Camel route: pairs of acquire and release by the engine and by the steps of a route, by turns on the same
 * nodes.
 */
final class RouteSteps {

    private static final int NODES = 3;

    private RouteSteps() {}

    public static void main(String[] arguments) throws Exception {
        boolean quick = Scale.of(arguments).isQuick();
        Report report = new Report("route-steps");
        try (RedisNodes nodes = RedisNodes.start(NODES);
                Engine engine = new Engine("engine", nodes, RedlockOptions.defaults());
                Routes routes = new Routes(nodes, false)) {
            List<Contestant> contestants = List.of(engine, routes);
            compete(nodes, 1, contestants, quick, report);
            compete(nodes, 32, contestants, quick, report);
        }
        report.print();
    }

    private static void compete(
            RedisNodes nodes, int callers, List<Contestant> contestants, boolean quick, Report report) {
        Duration lap = Duration.ofMillis(quick ? 400 : 1000);
        try (Race race = new Race(nodes, callers)) {
            Runner.compete(race, contestants, quick ? 3 : 15, lap)
                    .forEach(runner -> report.add(runner.row(NODES, callers)));
        }
    }
}
