// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Figures.Figure;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The production classes in virtual time, under random faults. {@code -Dsimulation.schedules} is the number of schedules of all
 * modes together, {@code -Dsimulation.seed} the first seed of each, {@code -Dsimulation.mode} runs all of them in one mode: with
 * one schedule, a seed that failed replays exactly.
 */
class SimulationTest {

    private static final Logger LOG = LoggerFactory.getLogger(SimulationTest.class);
    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 100_000);
    private static final long SEED = Long.getLong("simulation.seed", 1);
    private static final String ONLY = System.getProperty("simulation.mode", "");

    /** How many schedules there must be for their figures to say something. */
    private static final int MANY = 200;

    /** What is promised, under which faults; and of how many of a hundred schedules. */
    private enum Mode {
        GUARDED(Takeover.GUARDED, true, 70),
        STRICT(Takeover.STRICT, true, 20),
        CLASSIC(Takeover.CLASSIC, false, 10);

        private final Takeover takeover;
        private final boolean nodesForget;
        private final int share;

        Mode(Takeover takeover, boolean nodesForget, int share) {
            this.takeover = takeover;
            this.nodesForget = nodesForget;
            this.share = share;
        }

        int schedules() {
            if (ONLY.isEmpty()) {
                return SCHEDULES / 100 * share;
            }
            return name().equalsIgnoreCase(ONLY) ? SCHEDULES : 0;
        }

        /** Whether schedules of this mode have such a fault, or a figure that must not be zero. */
        boolean has(Figure figure) {
            return switch (figure) {
                case KEY_AND_META_DELETED -> this == STRICT;
                case WAITS -> this != CLASSIC;
                default -> nodesForget || !figure.isOfMemory();
            };
        }
    }

    /** What all schedules of a mode came to, and how many faults and terms each had. */
    private static final class Sum {
        private final Figures figures = new Figures();
        private final int[] faults;
        private final int[] terms;

        Sum(Mode mode) {
            faults = new int[mode.schedules()];
            terms = new int[mode.schedules()];
            LongStream.range(0, mode.schedules()).parallel().forEach(i -> simulate(mode, (int) i));
        }

        private void simulate(Mode mode, int i) {
            Simulation.Result result = Simulation.run(SEED + i, mode.takeover, mode.nodesForget);
            assertThat(result.violations())
                    .as(
                            "run again with -Dsimulation.mode=%s -Dsimulation.schedules=1 -Dsimulation.seed=%s",
                            mode, SEED + i)
                    .isEmpty();
            faults[i] = (int) result.figures().faults();
            terms[i] = (int) result.figures().of(Figure.TERMS);
            synchronized (figures) {
                figures.add(result.figures());
            }
        }

        private static int median(int[] values) {
            return Arrays.stream(values)
                    .sorted()
                    .skip(values.length / 2)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyHoldsTwiceAndTokensGrowWithinWhatIsPromised(Mode mode) {
        long start = System.nanoTime();

        Sum sum = new Sum(mode);

        LOG.warn(
                "SIM mode={} schedules={} {} violations=0, seeds from {}, {} s",
                mode,
                mode.schedules(),
                sum.figures,
                SEED,
                (System.nanoTime() - start) / 1_000_000_000);
        LOG.warn("SIM mode={} {}", mode, sum.figures.kinds());
        if (mode.schedules() > MANY) {
            assertThat(Sum.median(sum.faults)).as("median of faults").isGreaterThanOrEqualTo(50);
            assertThat(Sum.median(sum.terms)).as("median of terms").isGreaterThanOrEqualTo(3);
            assertThat(sum.figures.of(Figure.HIT_SCHEDULES))
                    .as("schedules in which nodes are hit right after a command")
                    .isGreaterThan(mode.schedules() / 2);
            assertThat(Figure.values())
                    .allSatisfy(figure -> assertThat(sum.figures.of(figure) > 0)
                            .as("%s happened", figure)
                            .isEqualTo(mode.has(figure)));
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
    @EnumSource(Takeover.class)
    void aSeedReplaysExactly(Takeover takeover) {
        for (long seed = 1; seed < 50; seed++) {
            assertThat(Simulation.run(seed, takeover, true).toString())
                    .isEqualTo(Simulation.run(seed, takeover, true).toString());
        }
    }
}
