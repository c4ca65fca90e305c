// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What time it is on the nodes. */
class NodeClocksTest {

    private static final long MILLI = 1_000_000;
    private static final long EPOCH = 1_750_000_000_000L;

    private final NodeClocks clocks = new NodeClocks(3, 50 * MILLI);

    /** An answer that took 20 ms and shows a clock that is ahead by so much of the right one, which is ours beyond the epoch. */
    private void see(int node, long atMillis, long aheadMillis) {
        clocks.observe(
                node,
                new ClockSample(EPOCH + atMillis + aheadMillis, (atMillis - 10) * MILLI, (atMillis + 10) * MILLI));
    }

    @Test
    void nothingIsKnownBeforeANodeTells() {
        clocks.observe(0, ClockSample.NONE);

        assertThat(clocks.millis(5 * MILLI)).isEmpty();
    }

    @Test
    void itGoesOnByOurMonotonicClockWhichMayBeNegative() {
        see(1, -1_000, 0);

        assertThat(clocks.millis(-500 * MILLI)).hasValue(EPOCH - 500);
        assertThat(clocks.millis(60_000 * MILLI)).hasValue(EPOCH + 60_000);
    }

    @Test
    void aSingleWrongClockDoesNotMatter() {
        see(0, 100, 3_600_000);
        see(1, 100, 3);
        see(2, 100, -2);

        assertThat(clocks.millis(200 * MILLI)).hasValue(EPOCH + 203);
    }

    @Test
    void aSlowAnswerTellsNothing() {
        see(0, 100, 0);
        clocks.observe(0, new ClockSample(EPOCH, 0, 51 * MILLI));

        assertThat(clocks.millis(100 * MILLI)).hasValue(EPOCH + 100);
    }
}
