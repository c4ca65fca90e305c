// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.examples.failover.Svg.Box;
import java.util.List;

/** The picture of a run: the whole of it, and each fail-over from near by. Pure: a chronicle in, SVG out. */
final class Timeline {

    static final double WIDTH = 1440;
    static final double CLOSEUP_WIDTH = 460;

    private static final double LEFT = 64;
    private static final double RIGHT = 16;
    private static final double MARKER_Y = 18;
    private static final double MARKER_RADIUS = 11;
    private static final double OWNER_Y = 44;
    private static final double OWNER_HEIGHT = 24;
    private static final double MEMBERS_Y = 108;
    private static final double NODES_GAP = 14;
    private static final double AXIS_HEIGHT = 30;
    private static final double LEGEND_HEIGHT = 34;
    private static final double NARROW = 30;
    private static final long MILLI = 1_000_000;
    private static final long LEAD_IN = 600 * MILLI;
    private static final long LEAD_OUT = 1_900 * MILLI;

    private final Svg svg = new Svg();
    private final Chronicle chronicle;
    private final Plot plot;
    private final Lanes lanes;

    private Timeline(Chronicle chronicle, Plot plot) {
        this.chronicle = chronicle;
        this.plot = plot;
        this.lanes = new Lanes(svg, chronicle, plot);
    }

    /** Members and nodes over the whole run. */
    static String whole(Chronicle chronicle) {
        return new Timeline(chronicle, new Plot(chronicle.run(), LEFT, WIDTH - LEFT - RIGHT)).drawWhole();
    }

    /** Members around one fail-over. */
    static String closeup(Chronicle chronicle, Failover failover) {
        Plot plot = new Plot(around(chronicle, failover), 30, CLOSEUP_WIDTH - 30 - 12);
        return new Timeline(chronicle, plot).drawCloseup(failover);
    }

    /** From just before the cause until ticks flow again and the old leader's last word is seen. */
    static Span around(Chronicle chronicle, Failover failover) {
        long lastWord = Judge.late(chronicle.ticks()).stream()
                .filter(tick -> tick.member().equals(failover.from()))
                .mapToLong(Tick::nanos)
                .filter(nanos -> failover.cause() == Cause.WAITED
                        && nanos > failover.gap().from())
                .max()
                .orElse(failover.gap().to());
        long from = Math.max(0, failover.gap().from() - LEAD_IN);
        long to = Math.max(failover.gap().to() + LEAD_OUT, lastWord + LEAD_IN);
        return new Span(
                from, Math.max(from + LEAD_OUT, Math.min(to, chronicle.run().to())));
    }

    private String drawWhole() {
        List<String> members = chronicle.cast().members();
        List<String> nodes = chronicle.cast().nodes();
        double membersEnd = MEMBERS_Y + members.size() * Lanes.MEMBER_HEIGHT;
        double bottom = membersEnd + NODES_GAP + nodes.size() * Lanes.NODE_HEIGHT;
        lanes.axis(OWNER_Y - 6, bottom);
        markers(bottom);
        owners();
        lanes.names(List.of("owner"), OWNER_Y, 0, OWNER_HEIGHT / 2 + 5);
        lanes.names(members, MEMBERS_Y, Lanes.MEMBER_HEIGHT, 22);
        lanes.names(nodes, membersEnd + NODES_GAP, Lanes.NODE_HEIGHT, 15);
        lanes.members(MEMBERS_Y);
        lanes.nodes(membersEnd + NODES_GAP);
        Legend.draw(svg, LEFT, bottom + AXIS_HEIGHT + 14);
        return svg.document(
                WIDTH, bottom + AXIS_HEIGHT + LEGEND_HEIGHT, "Members and nodes over time", Legend.PATTERNS);
    }

    private String drawCloseup(Failover failover) {
        List<String> members = chronicle.cast().members();
        double bottom = MARKER_Y + 8 + members.size() * Lanes.MEMBER_HEIGHT;
        plot.box(failover.gap(), MARKER_Y, bottom - MARKER_Y)
                .ifPresent(box -> svg.rect("gap", box, failover.toString()));
        lanes.axis(MARKER_Y, bottom);
        lanes.names(members, MARKER_Y + 8, Lanes.MEMBER_HEIGHT, 22);
        lanes.members(MARKER_Y + 8);
        double center = plot.x((failover.gap().from() + failover.gap().to()) / 2);
        svg.text("gaplabel", center, MARKER_Y - 5, Span.text(failover.gap().nanos()));
        return svg.document(CLOSEUP_WIDTH, bottom + AXIS_HEIGHT - 6, failover.toString(), "");
    }

    /** A numbered circle and a line through all lanes for everything that was done on purpose. */
    private void markers(double bottom) {
        for (Incident incident : chronicle.incidents()) {
            double x = plot.x(incident.nanos());
            String look = incident.isFault() ? "fault" : "order";
            svg.vertical("marker " + look, x, MARKER_Y, bottom);
            svg.circle("badge " + look, x, MARKER_Y, MARKER_RADIUS);
            svg.text("number", x, MARKER_Y + 4.5, Integer.toString(incident.number()));
            svg.text("what", x + MARKER_RADIUS + 6, MARKER_Y + 4.5, incident.what());
        }
    }

    /** One row that says who owned the route, with each gap and how long it was. */
    private void owners() {
        for (Term term : chronicle.terms()) {
            plot.box(acting(term), OWNER_Y, OWNER_HEIGHT).ifPresent(box -> owner(term, box));
        }
        for (Failover failover : chronicle.failovers()) {
            plot.box(failover.gap(), OWNER_Y, OWNER_HEIGHT).ifPresent(box -> {
                svg.rounded("nobody", box, 4, failover.toString());
                svg.text(
                        "gaplabel",
                        box.center(),
                        box.bottom() + 15,
                        Span.text(failover.gap().nanos()));
            });
        }
    }

    private void owner(Term term, Box box) {
        String hue = "hue" + chronicle.cast().members().indexOf(term.member());
        svg.rounded(
                "owned " + hue,
                box,
                4,
                term.member() + " owned the route for " + Span.text(acting(term).nanos()));
        if (box.width() > NARROW) {
            svg.text("ownername", box.center(), box.middle() + 5, term.member());
        }
    }

    /** A term as long as its owner could act: until it was killed, frozen or stopped, else until the end of validity or of the run. */
    private Span acting(Term term) {
        Span seen = term.validity().endedAt(chronicle.run().to());
        return chronicle.failovers().stream()
                .filter(failover -> failover.from().equals(term.member()))
                .map(failover -> failover.gap().from())
                .filter(seen::contains)
                .findFirst()
                .map(seen::endedAt)
                .orElse(seen);
    }
}
