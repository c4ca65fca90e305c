// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TroubleLogTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final TroubleLog log = new TroubleLog("Node a:1", "gives no vote", "votes again");

    @Test
    void theCauseStandsUntilItIsOver() {
        log.failing("connection refused", 0);
        log.failing("loading", 1);
        assertThat(log.cause()).isEqualTo("loading");

        log.over();

        assertThat(log.cause()).isEmpty();
    }

    @Test
    void theSameIsNewsOnceAMinute() {
        assertThat(log.isNews("one", 0)).isTrue();
        assertThat(log.isNews("one", MINUTE - 1)).isFalse();
        assertThat(log.isNews("another", MINUTE - 1)).isTrue();
        assertThat(log.isNews("one", MINUTE)).isTrue();
        assertThat(log.isNews("one", 2 * MINUTE - 1)).isFalse();
    }

    @Test
    void ofVeryManyCausesTheOldestIsForgotten() {
        for (int i = 0; i < 33; i++) {
            log.isNews("cause " + i, i);
        }

        assertThat(log.isNews("cause 32", 40)).isFalse();
        assertThat(log.isNews("cause 0", 40)).isTrue();
    }
}
