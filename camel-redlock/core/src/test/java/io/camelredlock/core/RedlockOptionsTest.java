// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Defaults follow from the ttl; contradictions are refused with the option, the value and the rule. */
class RedlockOptionsTest {

    private static Arguments refused(String message, UnaryOperator<RedlockOptionsBuilder> change) {
        return Arguments.of(message, change);
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                refused("ttl PT0S must be at least PT0.1S", b -> b.ttl(Duration.ZERO)),
                refused("ttl PT0.099S must be at least PT0.1S", b -> b.ttl(Duration.ofMillis(99))),
                refused("ttl PT-1S must be at least", b -> b.ttl(Duration.ofSeconds(-1))),
                refused(
                        "maxTtl PT876000H1S must be at most the limit",
                        b -> b.ttl(Duration.ofDays(36_500).plusSeconds(1))),
                refused("ttl PT10S must be at most maxTtl, PT5S", b -> b.maxTtl(Duration.ofSeconds(5))),
                refused("driftFactor 5.0E-4 must lie in [0.001, 0.5)", b -> b.driftFactor(0.0005)),
                refused("driftFactor 0.5 must lie in", b -> b.driftFactor(0.5)),
                refused("driftFactor NaN must lie in", b -> b.driftFactor(Double.NaN)),
                refused(
                        "ttl PT1S must be at least 5 times the drift allowance PT1.002S",
                        b -> b.ttl(Duration.ofSeconds(1)).maxTtl(Duration.ofSeconds(100))),
                refused(
                        "nodeTimeout PT3S must be at most a quarter of ttl, PT2.5S",
                        b -> b.nodeTimeout(Duration.ofSeconds(3))),
                refused("nodeTimeout PT0S must be at least", b -> b.nodeTimeout(Duration.ZERO)),
                refused("timeout PT-0.001S must be at least PT0S", b -> b.timeout(Duration.ofMillis(-1))),
                refused("retryDelay PT0S must be at least PT0.001S", b -> b.retryDelay(Duration.ZERO)),
                refused("retryJitter PT-0.001S must be at least PT0S", b -> b.retryJitter(Duration.ofMillis(-1))),
                refused("retryCount -2 must be 0 or more, or -1", b -> b.retryCount(-2)),
                refused("extendPeriod PT0S must be at least", b -> b.extendPeriod(Duration.ZERO)),
                refused(
                        "extendPeriod PT9.999S and stepDownMargin PT2S leave too little of ttl PT10S",
                        b -> b.extendPeriod(Duration.ofMillis(9999))),
                refused("leave too little of ttl PT10S", b -> b.stepDownMargin(Duration.ofSeconds(5))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("contradictions")
    void l40_c18_contradictionsAreRefusedByName(String message, UnaryOperator<RedlockOptionsBuilder> change) {
        assertThatThrownBy(() -> change.apply(RedlockOptions.builder()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest(name = "ttl {0} ms: a vote may take {1} ms, extended every {2} ms, margin {3} ms")
    @CsvSource({"100,25,25,20", "500,50,125,100", "3000,150,750,600", "10000,500,2500,2000", "60000,500,15000,12000"})
    void defaultsFollowFromTheTtl(long ttl, long nodeTimeout, long extendPeriod, long margin) {
        RedlockOptions options =
                RedlockOptions.builder().ttl(Duration.ofMillis(ttl)).build();

        assertThat(options.nodeTimeout()).hasMillis(nodeTimeout);
        assertThat(options.extendPeriod()).hasMillis(extendPeriod);
        assertThat(options.stepDownMargin()).hasMillis(margin);
        assertThat(options.maxTtl()).hasMillis(ttl);
    }

    @Test
    void driftIsAPartOfTheLongestTtlAndTwoMilliseconds() {
        assertThat(RedlockOptions.defaults().drift()).hasMillis(102);
    }

    @Test
    void l121_theLongestTtlDoesNotOverflow() {
        RedlockOptions options =
                RedlockOptions.builder().ttl(Duration.ofDays(36_500)).build();

        assertThat(new Validity(options.ttl(), options.drift()).deadline(0)).isPositive();
    }

    @Test
    void c26_noTwoStartsShareAMemberIdWhateverIsConfigured() {
        String one = RedlockOptions.builder().memberId("same").build().memberId();
        String other = RedlockOptions.builder().memberId("same").build().memberId();

        assertThat(one).startsWith("same-").isNotEqualTo(other);
    }

    @ParameterizedTest
    @CsvSource({"'',blank", "'  ',blank"})
    void namesAreCheckedBeforeAnythingIsSent(String name, String message) {
        assertThatThrownBy(() -> Resource.lock(name)).hasMessageContaining(message);
        assertThatThrownBy(() -> Resource.lock("ä".repeat(513)))
                .hasMessageContaining("1026 bytes")
                .hasMessageContaining("1024");
    }

    @Test
    void tokensAreHiddenWhereverTheyArePrinted() {
        Token token = Token.next(new java.util.Random(1));

        assertThat(token.value()).hasSize(32);
        assertThat(token.toString()).doesNotContain(token.value());
    }
}
