// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The results of one benchmark: a line of JSON for each as it comes, and a table of all at the end. Both say how busy the machine
 * was, as no figure means much without it. Not safe for use by several threads.
 */
final class Report {

    private static final PrintStream OUT = System.out;

    private final String benchmark;
    private final double loadBefore = load();
    private final List<Row> rows = new ArrayList<>();

    Report(String benchmark) {
        this.benchmark = benchmark;
    }

    void add(Row row) {
        rows.add(row);
        OUT.println("RESULT " + new Row().with("benchmark", benchmark).json().replace("}", ",")
                + row.json().substring(1));
    }

    void print() {
        OUT.printf(
                Locale.ROOT,
                "%n%s (%d cores, load %.1f before and %.1f after, Java %s)%n",
                benchmark,
                Runtime.getRuntime().availableProcessors(),
                loadBefore,
                load(),
                Runtime.version().feature());
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(row.plain().keySet()));
        List<StringBuilder> lines = new ArrayList<>();
        for (int i = 0; i <= rows.size(); i++) {
            lines.add(new StringBuilder());
        }
        names.forEach(name -> appendColumn(lines, name));
        lines.forEach(line -> OUT.println(line.toString().stripTrailing()));
        OUT.println();
    }

    private void appendColumn(List<StringBuilder> lines, String name) {
        List<String> cells = new ArrayList<>(List.of(name));
        rows.forEach(row -> cells.add(row.plain().getOrDefault(name, "")));
        int width = cells.stream().mapToInt(String::length).max().orElse(0);
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean isFigure = i > 0 && !cell.isEmpty() && Character.isDigit(cell.charAt(0));
            lines.get(i).append(String.format("%" + (isFigure ? "" : "-") + width + "s  ", cell));
        }
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
