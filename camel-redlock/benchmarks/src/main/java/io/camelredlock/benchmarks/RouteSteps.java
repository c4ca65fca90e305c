// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.List;

/**
 * What a lock costs in a Camel route: pairs of acquire and release by the engine, by steps of a route that name their key ({@code to})
 * and by steps that evaluate it ({@code toD}), by turns on the same nodes; and what a route costs that locks nothing.
 *
 * <p>An exchange counts from the call of a {@code ProducerTemplate} until the caller goes on. Many callers come first, so that the
 * compiler is done with the routes as well as with the engine, which is called by all of them, when one caller's time is taken.
 */
final class RouteSteps {

    private static final int NODES = 3;
    private static final int MANY = 32;

    private RouteSteps() {}

    public static void main(String[] arguments) throws Exception {
        boolean quick = Scale.of(arguments).isQuick();
        Report report = new Report("route-steps");
        try (RedisNodes nodes = RedisNodes.start(NODES);
                Engine engine = new Engine("engine", nodes, RedlockOptions.defaults());
                Routes fixed = Routes.fixed(nodes, MANY);
                Routes dynamic = Routes.dynamic(nodes, false);
                BareRoute bare = new BareRoute()) {
            List<Contestant> contestants = List.of(engine, fixed, dynamic, bare);
            compete(nodes, MANY, contestants, quick, report);
            compete(nodes, 1, contestants, quick, report);
        }
        report.print();
    }

    private static void compete(
            RedisNodes nodes, int callers, List<Contestant> contestants, boolean quick, Report report) {
        Duration lap = Duration.ofMillis(quick ? 400 : 600);
        try (Race race = new Race(nodes, callers)) {
            Runner.compete(race, contestants, quick ? 3 : 15, lap)
                    .forEach(runner -> report.add(runner.row(NODES, callers)));
        }
    }
}
