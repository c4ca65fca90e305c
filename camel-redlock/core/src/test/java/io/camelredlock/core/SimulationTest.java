// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The production classes in virtual time, under random faults. A failing seed replays exactly: it is said in the message, and
 * {@code -Dsimulation.seed} with {@code -Dsimulation.schedules=1} runs it alone.
 */
class SimulationTest {

    private static final Logger LOG = LoggerFactory.getLogger(SimulationTest.class);
    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 2_000);
    private static final long SEED = Long.getLong("simulation.seed", 1);

    /** What all schedules of a test came to, and how many faults and terms most of them had. */
    private record Sum(Simulation.Figures figures, long medianFaults, long medianTerms) {}

    private static Sum simulate(Takeover takeover, boolean nodesForget) {
        Simulation.Figures[] all = new Simulation.Figures[SCHEDULES];
        LongStream.range(0, SCHEDULES).parallel().forEach(i -> {
            Simulation.Result result = Simulation.run(SEED + i, takeover, nodesForget);
            assertThat(result.violations())
                    .as("%s, seed %s", takeover, SEED + i)
                    .isEmpty();
            all[(int) i] = result.figures();
        });
        Simulation.Figures sum = Arrays.stream(all).reduce(Simulation.Figures.NONE, Simulation.Figures::plus);
        return new Sum(
                sum,
                median(Arrays.stream(all).mapToLong(Simulation.Figures::faults)),
                median(Arrays.stream(all).mapToLong(Simulation.Figures::terms)));
    }

    private static long median(LongStream values) {
        return values.sorted().skip(SCHEDULES / 2).findFirst().orElseThrow();
    }

    @ParameterizedTest(name = "{0}, nodes forget: {1}")
    @CsvSource({"CLASSIC, false", "GUARDED, true", "STRICT, true"})
    void nobodyHoldsTwiceWithinWhatIsPromised(Takeover takeover, boolean nodesForget) {
        long start = System.nanoTime();

        Sum sum = simulate(takeover, nodesForget);

        Simulation.Figures figures = sum.figures();
        LOG.warn(
                "SIM takeover={} schedules={} faults={} terms={} violations=0 heals={} takeoverWaits={} secondRounds={}"
                        + " lateGrants={} seeds from {} in {} s",
                takeover.name().toLowerCase(Locale.ROOT),
                SCHEDULES,
                figures.faults(),
                figures.terms(),
                figures.heals(),
                figures.waits(),
                figures.secondRounds(),
                figures.lateVotes(),
                SEED,
                (System.nanoTime() - start) / 1_000_000_000);
        if (SCHEDULES > 100) {
            assertThat(sum.medianFaults()).isGreaterThanOrEqualTo(50);
            assertThat(sum.medianTerms()).isGreaterThanOrEqualTo(3);
            assertThat(figures.heals() * figures.secondRounds() * figures.lateVotes())
                    .isPositive();
            assertThat(figures.waits() > 0).isEqualTo(takeover != Takeover.CLASSIC);
        }
    }

    @Test
    void theRefereeSeesWhatTheClassicAlgorithmCannotStand() {
        long violating = LongStream.range(1, 100)
                .filter(seed -> !Simulation.run(seed, Takeover.CLASSIC, true)
                        .violations()
                        .isEmpty())
                .count();

        assertThat(violating)
                .as("schedules of 99 in which two hold at once when nodes forget")
                .isGreaterThan(20);
    }

    @ParameterizedTest
    @CsvSource({"CLASSIC", "GUARDED", "STRICT"})
    void aSeedReplaysExactly(Takeover takeover) {
        assertThat(Simulation.run(42, takeover, true)).isEqualTo(Simulation.run(42, takeover, true));
    }
}
