// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.examples.failover.Svg.Box;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Draws who was in which condition, who owned the route, and every tick, one lane per process below the other. The same drawing
 * serves the whole run and a window of it. Not safe for use by several threads.
 */
final class Lanes {

    static final double MEMBER_HEIGHT = 62;
    static final double NODE_HEIGHT = 22;

    private static final double TRACK = 34;
    private static final double BAR_INSET = 5;
    private static final double TICKS_TOP = 39;
    private static final double TICKS_BOTTOM = 50;
    private static final double REFUSED_SIZE = 6;
    private static final double LABEL_WIDTH = 54;

    private final Svg svg;
    private final Chronicle chronicle;
    private final Plot plot;
    private final List<Tick> late;

    Lanes(Svg svg, Chronicle chronicle, Plot plot) {
        this.svg = svg;
        this.chronicle = chronicle;
        this.plot = plot;
        this.late = Judge.late(chronicle.ticks());
    }

    /** All members' lanes; answers where the next thing may be drawn. */
    double members(double top) {
        double y = top;
        for (String member : chronicle.cast().members()) {
            svg.horizontal("baseline", y + TRACK / 2, plot.left(), plot.right());
            phases(member, new Box(plot.left(), y, plot.width(), TRACK));
            terms(member, y);
            ticks(member, y);
            y += MEMBER_HEIGHT;
        }
        return y;
    }

    /** All nodes' lanes; answers where the next thing may be drawn. */
    double nodes(double top) {
        double y = top;
        for (String node : chronicle.cast().nodes()) {
            phases(node, new Box(plot.left(), y + 4, plot.width(), NODE_HEIGHT - 8));
            y += NODE_HEIGHT;
        }
        return y;
    }

    /** The lanes' names, left of the plot. */
    void names(List<String> processes, double top, double pitch, double middle) {
        for (int i = 0; i < processes.size(); i++) {
            svg.text("name", plot.left() - 14, top + i * pitch + middle, processes.get(i));
        }
    }

    /** Upright lines at round times, with their labels at the bottom. */
    void axis(double top, double bottom) {
        for (long mark = plot.firstMark(); mark <= plot.window().to(); mark += plot.step()) {
            svg.vertical("grid", plot.x(mark), top, bottom);
            String label = plot.step() % 1_000_000_000L == 0
                    ? mark / 1_000_000_000L + " s"
                    : String.format(Locale.ROOT, "%.1f s", mark / 1e9);
            svg.text("axis", plot.x(mark), bottom + 16, label);
        }
    }

    private void phases(String process, Box lane) {
        chronicle.phases().stream()
                .filter(phase -> phase.process().equals(process))
                .forEach(
                        phase -> plot.box(phase.span(), lane.y(), lane.height()).ifPresent(box -> phase(phase, box)));
    }

    private void phase(Phase phase, Box box) {
        String words = phase.condition().name().toLowerCase(Locale.ROOT);
        String tip =
                phase.process() + " " + words + " for " + Span.text(phase.span().nanos());
        svg.rounded("phase " + words, box, 3, tip);
    }

    private void terms(String member, double y) {
        for (Term term : chronicle.terms()) {
            if (term.member().equals(member)) {
                plot.box(term.validity(), y + BAR_INSET, TRACK - 2 * BAR_INSET).ifPresent(box -> term(term, box));
            }
        }
    }

    /** Solid while its owner could act; faint where the owner was dead or frozen and everybody else still had to wait. */
    private void term(Term term, Box box) {
        String hue = " hue" + chronicle.cast().members().indexOf(term.member());
        String name = "term " + (chronicle.terms().indexOf(term) + 1);
        svg.rounded("owned faint" + hue, box, 4, name + " of " + term.member() + ": still valid, but nobody acts");
        chronicle.phases().stream()
                .filter(phase -> phase.process().equals(term.member()) && phase.condition() == Condition.RUNNING)
                .flatMap(phase -> phase.span().within(term.validity()).stream())
                .flatMap(acting -> plot.box(acting, box.y(), box.height()).stream())
                .forEach(acting -> owned(hue, acting, name));
    }

    private void owned(String hue, Box box, String name) {
        svg.rounded("owned" + hue, box, 4, name);
        if (box.width() > LABEL_WIDTH) {
            svg.text("term", box.x() + 8, box.middle() + 4, name);
        }
    }

    private void ticks(String member, double y) {
        List<Tick> seen = chronicle.ticks().stream()
                .filter(tick -> tick.member().equals(member) && plot.window().contains(tick.nanos()))
                .toList();
        accepted(seen, y, "hue" + chronicle.cast().members().indexOf(member));
        accepted(late.stream().filter(seen::contains).toList(), y, "stale");
        seen.stream().filter(tick -> !tick.accepted()).forEach(tick -> refused(tick, y));
    }

    private void accepted(List<Tick> ticks, double y, String look) {
        String strokes = ticks.stream()
                .filter(Tick::accepted)
                .map(tick -> String.format(
                        Locale.ROOT, "M%.2f %.1fV%.1f", plot.x(tick.nanos()), y + TICKS_TOP, y + TICKS_BOTTOM))
                .collect(Collectors.joining());
        svg.path("ticks " + look, strokes);
    }

    private void refused(Tick tick, double y) {
        double x = plot.x(tick.nanos());
        double middle = y + (TICKS_TOP + TICKS_BOTTOM) / 2;
        svg.circle("halo", x, middle, REFUSED_SIZE + 3);
        svg.path(
                "refused",
                String.format(
                        Locale.ROOT,
                        "M%.1f %.1fl%3$.1f %3$.1fm0 -%3$.1fl-%3$.1f %3$.1f",
                        x - REFUSED_SIZE,
                        middle - REFUSED_SIZE,
                        2 * REFUSED_SIZE));
    }
}
