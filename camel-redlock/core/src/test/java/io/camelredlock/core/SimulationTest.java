// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The production classes in virtual time, under random faults. A failing seed replays exactly. */
class SimulationTest {

    private static final Logger LOG = LoggerFactory.getLogger(SimulationTest.class);
    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 1_000);
    private static final long SEED = Long.getLong("simulation.seed", 1);

    @Test
    void nobodyHoldsTwiceWhileTheNodesKeepTheirMemory() {
        long faults = 0;
        long grants = 0;
        for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
            Simulation.Result result = Simulation.run(seed, false);
            assertThat(result.violations()).as("seed %s", seed).isEmpty();
            faults += result.faults();
            grants += result.grants();
        }

        LOG.warn("SIM schedules={} faults={} grants={} violations=0 seeds from {}", SCHEDULES, faults, grants, SEED);
        assertThat(faults / SCHEDULES).isGreaterThan(50);
        assertThat(grants / SCHEDULES).isGreaterThan(3);
    }

    @Test
    void theRefereeSeesWhatTheClassicAlgorithmCannotStand() {
        boolean seen = false;
        for (long seed = 1; seed <= 500 && !seen; seed++) {
            seen = !Simulation.run(seed, true).violations().isEmpty();
        }

        assertThat(seen)
                .as("a double hold among 500 schedules in which nodes forget")
                .isTrue();
    }

    @Test
    void aSeedReplaysExactly() {
        assertThat(Simulation.run(42, true)).isEqualTo(Simulation.run(42, true));
    }
}
