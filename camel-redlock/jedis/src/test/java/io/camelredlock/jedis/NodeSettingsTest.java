// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.RedlockOptions;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSettingsTest {

    @ParameterizedTest(name = "ttl {0}: read time-out {1} ms, check every {2} ms, farewell {3} ms")
    @CsvSource({"PT0.1S, 1000, 25, 25", "PT2S, 1000, 500, 100", "PT10S, 5000, 800, 500", "P10000D, 2147483647, 800, 500"
    })
    void timeOutsFollowFromTheTtl(Duration ttl, int readMillis, long checkMillis, long farewellMillis) {
        NodeSettings settings = new NodeSettings(
                JedisOptions.builder().nodes("host:6379").build(),
                RedlockOptions.builder().ttl(ttl).build(),
                Runnable::run,
                Conversation.TICKER);

        assertThat(settings.readTimeoutMillis()).isEqualTo(readMillis);
        assertThat(settings.checkPeriodNanos())
                .isEqualTo(Duration.ofMillis(checkMillis).toNanos());
        assertThat(settings.farewellNanos())
                .isEqualTo(Duration.ofMillis(farewellMillis).toNanos());
    }
}
