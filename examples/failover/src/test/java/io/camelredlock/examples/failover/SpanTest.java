// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpanTest {

    @ParameterizedTest(name = "[10, 20) and [{0}, {1}): {2}")
    @CsvSource({
        "0, 10, false",
        "20, 30, false",
        "0, 11, true",
        "19, 30, true",
        "12, 13, true",
        "0, 30, true",
        "10, 20, true",
        "15, 15, true",
        "20, 20, false"
    })
    void spansThatOnlyTouchDoNotIntersect(long from, long to, boolean intersects) {
        Span one = new Span(10, 20);
        Span other = new Span(from, to);

        assertThat(one.intersects(other)).isEqualTo(intersects);
        assertThat(other.intersects(one)).isEqualTo(intersects);
    }

    @Test
    void isCutToTheWindowThatShowsIt() {
        assertThat(new Span(10, 20).within(new Span(15, 40))).contains(new Span(15, 20));
        assertThat(new Span(10, 20).within(new Span(0, 12))).contains(new Span(10, 12));
        assertThat(new Span(10, 20).within(new Span(20, 40))).isEmpty();
    }

    @Test
    void anExtensionNeverShortensAndAnEndNeverLengthens() {
        Span span = new Span(10, 20);

        assertThat(span.extendedTo(25)).isEqualTo(new Span(10, 25));
        assertThat(span.extendedTo(15)).isEqualTo(span);
        assertThat(span.endedAt(15)).isEqualTo(new Span(10, 15));
        assertThat(span.endedAt(25)).isEqualTo(span);
        assertThat(span.endedAt(5)).isEqualTo(new Span(10, 10));
    }

    @Test
    void doesNotEndBeforeItBegins() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Span(2, 1)).withMessageContaining("before it begins");
    }

    @ParameterizedTest(name = "{0} ns is {1}")
    @CsvSource({"12000000, 12 ms", "999000000, 999 ms", "1000000000, 1.00 s", "3070000000, 3.07 s", "400000, 0 ms"})
    void isReadAsSecondsOrMilliseconds(long nanos, String text) {
        assertThat(Span.text(nanos)).isEqualTo(text);
    }
}
