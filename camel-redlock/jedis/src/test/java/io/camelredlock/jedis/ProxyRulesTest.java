// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyRulesTest {

    @ParameterizedTest
    @CsvSource({
        "GUARDED, false, false, takeover",
        "STRICT, false, false, takeover",
        "CLASSIC, true, false, fencing",
        "CLASSIC, false, true, notifications"
    })
    void whatTakesMoreThanOneKeyIsRefusedByName(
            Takeover takeover, boolean fencing, boolean notifications, String option) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(takeover, fencing, notifications))
                .withMessageStartingWith(option)
                .withMessageContaining("proxy");
    }

    @Test
    void plainRedlockIsAccepted() {
        assertThatCode(() -> settings(Takeover.CLASSIC, false, false)).doesNotThrowAnyException();
    }

    @Test
    void onlyTheProtocolThatAllProxiesSpeakIsSpokenThere() {
        JedisOptionsBuilder nodes = JedisOptions.builder().nodes("host:6379").proxy(true);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> nodes.protocol(WireProtocol.RESP3).build())
                .withMessageContaining("protocol");
    }

    @Test
    void neitherUsersNorDatabasesAreKnownThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JedisOptions.builder()
                        .nodes("host:6379")
                        .proxy(true)
                        .database(1)
                        .build())
                .withMessageContaining("database");
        assertThat(JedisOptions.builder().nodes("host:6379").proxy(true).build().toString())
                .contains("proxy=true");
    }

    private static void settings(Takeover takeover, boolean fencing, boolean notifications) {
        RedlockOptions engine = RedlockOptions.builder()
                .takeover(takeover)
                .fencing(fencing)
                .notifications(notifications)
                .build();
        JedisOptions nodes =
                JedisOptions.builder().nodes("host:6379").proxy(true).build();
        assertThat(new NodeSettings(nodes, engine, Runnable::run, Conversation.TICKER))
                .isNotNull();
    }
}
