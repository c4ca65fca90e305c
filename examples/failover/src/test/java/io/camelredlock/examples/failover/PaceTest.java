// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Pace PACE = new Pace(TTL);

    @Test
    void aRunTakesAboutAMinute() {
        assertThat(PACE.total()).isBetween(Duration.ofSeconds(35), Duration.ofSeconds(55));
    }

    @Test
    void theLeaderIsFrozenForThreeTtl() {
        assertThat(PACE.frozen()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void aFrozenNodeForgetsTheLease() {
        assertThat(PACE.nodeFrozen()).isGreaterThan(TTL);
    }

    @Test
    void theNextLeaderHasTheRestOfTheTtlAndHalfASecond() {
        assertThat(Cause.CRASH.limit(TTL)).isEqualTo(Duration.ofMillis(3_500));
        assertThat(Cause.WAITED.limit(TTL)).isEqualTo(Duration.ofMillis(3_500));
        assertThat(Cause.ORDERLY.limit(TTL)).isEqualTo(Duration.ofMillis(250));
    }
}
