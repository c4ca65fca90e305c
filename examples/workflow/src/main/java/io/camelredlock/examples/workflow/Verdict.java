// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the database shows of the whole: whether the runs of each order came one after the other.
 *
 * @param completed runs of which all steps were written
 * @param overlaps how often a run wrote after the next one had begun
 * @param tokensBack how often a fencing token was lower than the one before
 */
record Verdict(int completed, int overlaps, int tokensBack) {

    private static final List<String> STEPS = List.of("reserve", "pack", "charge", "ship");

    static Verdict of(List<Entry> history) {
        Map<String, List<Entry>> byOrder = new LinkedHashMap<>();
        history.forEach(entry -> byOrder.computeIfAbsent(entry.order(), order -> new ArrayList<>())
                .add(entry));
        return byOrder.values().stream().map(Verdict::ofOrder).reduce(new Verdict(0, 0, 0), Verdict::plus);
    }

    private static Verdict ofOrder(List<Entry> entries) {
        int overlaps = 0;
        int tokensBack = 0;
        Map<String, List<String>> runs = new LinkedHashMap<>();
        String newest = "";
        long highest = 0;
        for (Entry entry : entries) {
            boolean begins = !runs.containsKey(entry.run());
            newest = begins ? entry.run() : newest;
            overlaps += entry.run().equals(newest) ? 0 : 1;
            tokensBack += entry.token() < highest ? 1 : 0;
            highest = Math.max(highest, entry.token());
            runs.computeIfAbsent(entry.run(), run -> new ArrayList<>()).add(entry.step());
        }
        int completed = (int) runs.values().stream().filter(STEPS::equals).count();
        return new Verdict(completed, overlaps, tokensBack);
    }

    private Verdict plus(Verdict other) {
        return new Verdict(completed + other.completed, overlaps + other.overlaps, tokensBack + other.tokensBack);
    }

    boolean isPassed(int expected) {
        return completed == expected && overlaps == 0 && tokensBack == 0;
    }
}
