// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.Arrays;

/**
 * What a lock costs in a Camel route: pairs of acquire and release by the engine and by the steps of a route, in turns on the
 * same nodes; and what is left in memory of many different keys.
 */
public final class RouteSteps {

    private static final int NODES = 3;
    private static final int LAPS = 3;

    private RouteSteps() {}

    /** Takes {@code quick} for a short run. */
    public static void main(String[] arguments) throws Exception {
        boolean quick = Arrays.asList(arguments).contains("quick");
        Report report = new Report("route-steps");
        try (RedisNodes nodes = RedisNodes.start(NODES);
                Engine engine = new Engine("engine", nodes, RedlockOptions.defaults());
                Routes routes = new Routes(nodes)) {
            for (int callers : new int[] {1, 32}) {
                race(new Contestant[] {engine, routes}, nodes, callers, Duration.ofSeconds(quick ? 3 : 10), report);
            }
            report.add(manyKeys(routes, quick ? 50_000 : 1_000_000));
        }
        report.print();
    }

    /** The first lap of each is for the compiler. */
    private static void race(Contestant[] contestants, RedisNodes nodes, int callers, Duration lap, Report report) {
        try (Race race = new Race(nodes, callers)) {
            for (int number = 0; number < LAPS; number++) {
                for (Contestant contestant : contestants) {
                    Row row = race.run(contestant, lap).row();
                    if (number > 0) {
                        report.add(row.with("contestant", contestant.name()).with("callers", callers));
                    }
                }
            }
        }
    }

    private static Row manyKeys(Routes routes, int keys) {
        long before = usedBytes();
        int endpoints = routes.endpoints();
        for (int key = 0; key < keys; key++) {
            routes.cycle("key-" + key);
        }
        return new Row()
                .with("contestant", "routes")
                .with("keys", keys)
                .with("endpointsMore", routes.endpoints() - endpoints)
                .with("heapMoreKb", (usedBytes() - before) / 1024);
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
