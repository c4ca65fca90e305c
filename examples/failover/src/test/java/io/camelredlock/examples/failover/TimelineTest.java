// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimelineTest {

    private static final long SECOND = 1_000_000_000L;

    private final Chronicle run = Runs.good();

    @Test
    void timeRunsFromLeftToRight() {
        Plot plot = new Plot(new Span(10, 20), 100, 50);

        assertThat(plot.x(10)).isEqualTo(100);
        assertThat(plot.x(15)).isEqualTo(125);
        assertThat(plot.x(20)).isEqualTo(150);
    }

    @Test
    void whatLiesOutsideOfTheWindowIsNotDrawn() {
        Plot plot = new Plot(new Span(10, 20), 100, 50);

        assertThat(plot.box(new Span(0, 10), 0, 8)).isEmpty();
        assertThat(plot.box(new Span(0, 12), 3, 8)).contains(new Svg.Box(100, 3, 10, 8));
    }

    @Test
    void theAxisHasRoomForItsLabels() {
        Plot whole = new Plot(new Span(0, 48 * SECOND), 0, 1360);
        Plot near = new Plot(new Span(5 * SECOND + 1, 8 * SECOND), 0, 420);

        assertThat(whole.step()).isEqualTo(2 * SECOND);
        assertThat(near.step()).isEqualTo(SECOND / 2);
        assertThat(near.firstMark()).isEqualTo(5 * SECOND + SECOND / 2);
    }

    @Test
    void aCloseupShowsTheOldLeadersLastWord() {
        Failover waited = run.failovers().get(1);
        Tick refused = run.ticks().stream()
                .filter(tick -> !tick.accepted())
                .findFirst()
                .orElseThrow();

        assertThat(Timeline.around(run, waited).contains(refused.nanos())).isTrue();
    }

    @Test
    void aCloseupBeginsBeforeTheCauseAndEndsWhenTicksFlowAgain() {
        Span around = Timeline.around(run, run.failovers().get(0));

        assertThat(around.from()).isLessThan(run.incidents().get(0).nanos());
        assertThat(run.ticks()).anyMatch(tick -> tick.member().equals("B") && around.contains(tick.nanos()));
    }

    @Test
    void everyFaultTermOutageAndRefusalIsInThePicture() {
        String picture = Timeline.whole(run);

        assertThat(picture).contains(">kill A<", ">freeze B<", ">kill R1, R2<", ">freeze R3<", ">stop C<");
        assertThat(picture).contains(">term 1<", ">term 3<", "R3 frozen for 4.00 s", "R1 down for 3.10 s");
        assertThat(picture.split("class=\"refused\"", -1))
                .as("one refused tick and the legend")
                .hasSize(3);
    }

    @Test
    void namesAreEscaped() {
        assertThat(new Svg().text("name", 0, 0, "<A & \"B\">").document(1, 1, "", ""))
                .contains("&lt;A &amp; &quot;B&quot;&gt;");
    }
}
