// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Optional;
import java.util.stream.LongStream;

/** Looks for a schedule in which something goes wrong; called by name, from another class loader. Stateless. */
public final class SeedSearch {

    private SeedSearch() {}

    /** What went wrong in which schedule, of so many; empty if nothing did. Classic is spared what it cannot stand. */
    public static String firstViolation(String takeover, int schedules) {
        Takeover mode = Takeover.valueOf(takeover);
        return LongStream.rangeClosed(1, schedules)
                .parallel()
                .mapToObj(seed -> violation(seed, mode))
                .flatMap(Optional::stream)
                .findAny()
                .orElse("");
    }

    private static Optional<String> violation(long seed, Takeover mode) {
        Simulation.Result result = Simulation.run(seed, mode, mode != Takeover.CLASSIC);
        return result.violations().stream().findFirst().map(first -> "seed " + seed + ": " + first);
    }
}
