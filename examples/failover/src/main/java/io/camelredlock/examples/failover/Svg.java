// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.util.Locale;

/** Writes SVG elements one after the other; looks come from the style sheet, by class. Not safe for use by several threads. */
final class Svg {

    /** A rectangle. */
    record Box(double x, double y, double width, double height) {

        double right() {
            return x + width;
        }

        double bottom() {
            return y + height;
        }

        double middle() {
            return y + height / 2;
        }

        double center() {
            return x + width / 2;
        }
    }

    private final StringBuilder text = new StringBuilder();

    Svg rect(String look, Box box, String tip) {
        return rounded(look, box, 0, tip);
    }

    Svg rounded(String look, Box box, double radius, String tip) {
        return add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\">%s</rect>",
                look, box.x(), box.y(), box.width(), box.height(), radius, tip(tip));
    }

    Svg vertical(String look, double x, double fromY, double toY) {
        return add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", look, x, fromY, x, toY);
    }

    Svg horizontal(String look, double y, double fromX, double toX) {
        return add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", look, fromX, y, toX, y);
    }

    Svg circle(String look, double x, double y, double radius) {
        return add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", look, x, y, radius);
    }

    Svg path(String look, String commands) {
        return add("<path class=\"%s\" d=\"%s\"/>", look, commands);
    }

    Svg text(String look, double x, double y, String words) {
        return add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>", look, x, y, escape(words));
    }

    /** Makes whatever {@code drawing} adds movable as one. */
    Svg at(double x, double y, Runnable drawing) {
        add("<g transform=\"translate(%.1f %.1f)\">", x, y);
        drawing.run();
        return add("</g>");
    }

    /** All that was written, inside an element of that size, scaled to the width of the page. */
    String document(double width, double height, String title, String definitions) {
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">%n%s%n%s</svg>",
                width,
                height,
                escape(title),
                definitions,
                text);
    }

    static String escape(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String tip(String words) {
        return words.isEmpty() ? "" : "<title>" + escape(words) + "</title>";
    }

    private Svg add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
        return this;
    }
}
