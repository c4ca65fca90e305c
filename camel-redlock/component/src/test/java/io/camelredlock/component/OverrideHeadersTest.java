// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations that come in headers, in whatever form. */
class OverrideHeadersTest {

    static Stream<Arguments> durations() {
        return Stream.of(
                Arguments.of(1500, 1500),
                Arguments.of(1500L, 1500),
                Arguments.of("1500", 1500),
                Arguments.of("500ms", 500),
                Arguments.of("2s", 2000),
                Arguments.of("1m", 60_000),
                Arguments.of("1m30s500ms", 90_500),
                Arguments.of(" 500 ", 500),
                Arguments.of("PT0.5S", 500),
                Arguments.of(Duration.ofMillis(750), 750));
    }

    @ParameterizedTest
    @MethodSource("durations")
    void l116_aDurationIsTakenToTheMillisecond(Object value, long millis) {
        assertThat(Overrides.duration("Ttl", value, 1L)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "", "1500.5", "5 parsecs", "s", "1s500"})
    void l116_whatIsNoDurationIsRefusedByName(String value) {
        assertThatThrownBy(() -> Overrides.duration("Ttl", value, 1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Ttl")
                .hasMessageContaining(value);
    }

    @Test
    void l116_withoutAHeaderTheEndpointsIsTaken() {
        assertThat(Overrides.duration("Ttl", null, 250L)).isEqualTo(Duration.ofMillis(250));
        assertThat(Overrides.duration("Ttl", null, null)).isNull();
    }
}
