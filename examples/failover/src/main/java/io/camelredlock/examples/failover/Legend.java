// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.examples.failover.Svg.Box;

/** What the colours and hatchings of the picture mean. */
final class Legend {

    /** Hatchings, used by the style sheet of the page. */
    static final String PATTERNS = """
            <defs>
            <pattern id="ice" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect class="icefill" width="7" height="7"/><rect class="iceline" width="2.4" height="7"/></pattern>
            <pattern id="blank" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
            <rect class="blankfill" width="6" height="6"/><rect class="blankline" width="1.6" height="6"/></pattern>
            </defs>""";

    private static final double SWATCH = 26;
    private static final double HEIGHT = 14;

    private final Svg svg;
    private final double y;
    private double x;

    private Legend(Svg svg, double x, double y) {
        this.svg = svg;
        this.x = x;
        this.y = y;
    }

    static void draw(Svg svg, double x, double y) {
        Legend legend = new Legend(svg, x, y);
        legend.swatch("owned hue0", "owns the route", 98);
        legend.swatch("owned faint hue0", "lease still valid, owner gone or frozen", 236);
        legend.swatch("phase starting", "starting", 60);
        legend.swatch("phase running", "running", 58);
        legend.swatch("phase frozen", "frozen", 52);
        legend.swatch("phase down", "no process", 78);
        legend.swatch("phase empty", "node without the lease", 146);
        legend.ticks();
    }

    private void swatch(String look, String meaning, double width) {
        svg.rounded(look, new Box(x, y, SWATCH, HEIGHT), 3, "");
        label(meaning, width);
    }

    private void label(String meaning, double width) {
        svg.text("legend", x + SWATCH + 8, y + 11.5, meaning);
        x += SWATCH + 8 + width + 20;
    }

    private void ticks() {
        svg.path("ticks hue0", "M%1$.0f %2$.0fv12m5 -12v12m5 -12v12m5 -12v12".formatted(x + 4, y + 1));
        label("accepted tick", 88);
        svg.path("refused", "M%.0f %.0fl11 11m0 -11l-11 11".formatted(x + 8, y + 2));
        label("refused tick", 80);
    }
}
