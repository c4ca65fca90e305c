// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One result: named figures, in their order. Not safe for use by several threads. */
final class Row {

    private final Map<String, String> json = new LinkedHashMap<>();
    private final Map<String, String> plain = new LinkedHashMap<>();

    Row with(String name, String text) {
        json.put(name, '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
        plain.put(name, text);
        return this;
    }

    /** A figure, to three digits or all before the point; left out if it is not a number. */
    Row with(String name, double figure) {
        int digits = figure >= 100 ? 0 : figure >= 10 ? 1 : 2;
        String text = String.format(Locale.ROOT, "%." + digits + "f", figure);
        json.put(name, Double.isNaN(figure) ? "null" : text);
        plain.put(name, Double.isNaN(figure) ? "-" : text);
        return this;
    }

    Row with(String name, long figure) {
        json.put(name, Long.toString(figure));
        plain.put(name, Long.toString(figure));
        return this;
    }

    /** The figures as they stand in a table. */
    Map<String, String> plain() {
        return plain;
    }

    String json() {
        return json.entrySet().stream()
                .map(entry -> '"' + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
