// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fencing tokens are in order whatever the wall clocks of the processes show (S-F1 to S-F6). {@code -Dfencing.acquisitions} is the
 * number of grants in each case.
 */
class FencingOrderTest {

    private static final Logger LOG = LoggerFactory.getLogger(FencingOrderTest.class);
    private static final int ACQUISITIONS = Integer.getInteger("fencing.acquisitions", 10_000);
    private static final int CONTESTS = 4;

    private static List<FencingContest> contests(int nodes, Duration wallOff, boolean nodesFail) {
        return LongStream.rangeClosed(1, CONTESTS)
                .parallel()
                .mapToObj(seed -> new FencingContest(seed, nodes, wallOff, nodesFail).run(ACQUISITIONS / CONTESTS))
                .toList();
    }

    @ParameterizedTest(name = "{0} nodes, clocks off by up to {1}")
    @CsvSource({"3, PT0.5S", "5, PT0.5S", "5, PT1H"})
    void tokensGrowWhileAnotherMinorityFailsInEachRound(int nodes, Duration wallOff) {
        List<FencingContest> contests = contests(nodes, wallOff, true);

        assertThat(contests)
                .allSatisfy(contest -> assertThat(contest.outOfOrder()).isZero());
        int grants = contests.stream().mapToInt(FencingContest::grants).sum();
        LOG.warn("FENCING nodes={} wallClocksOff={} grants={} outOfOrder=0", nodes, wallOff, grants);
        assertThat(grants).isGreaterThanOrEqualTo(ACQUISITIONS);
    }

    @ParameterizedTest(name = "{0} nodes, clocks off by up to {1}")
    @CsvSource({"3, PT0S", "3, PT0.5S", "5, PT0.5S", "5, PT1H"})
    void aSecondRoundTripIsRareWhenAllNodesAnswer(int nodes, Duration wallOff) {
        List<FencingContest> contests = contests(nodes, wallOff, false);

        int grants = contests.stream().mapToInt(FencingContest::grants).sum();
        int raised = contests.stream().mapToInt(FencingContest::raised).sum();
        LOG.warn("FENCING nodes={} wallClocksOff={} grants={} secondRounds={}", nodes, wallOff, grants, raised);
        assertThat(raised).isLessThan(grants / 100);
        assertThat(contests)
                .allSatisfy(contest -> assertThat(contest.outOfOrder()).isZero());
    }
}
