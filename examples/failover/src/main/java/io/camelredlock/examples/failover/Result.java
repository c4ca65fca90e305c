// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The outcome of a run, in figures.
 *
 * @param overlaps every moment of two leaders at once, in words
 * @param complaints whatever else should not have happened, late fail-overs included
 */
record Result(Chronicle chronicle, List<String> overlaps, List<String> complaints) {

    private static final int MOST_TOLD = 3;

    Result {
        overlaps = List.copyOf(overlaps);
        complaints = List.copyOf(complaints);
    }

    static Result of(Chronicle chronicle) {
        List<String> complaints = new ArrayList<>(chronicle.complaints());
        chronicle.failovers().stream()
                .filter(failover -> !failover.isInTime())
                .forEach(late -> complaints.add("too late: " + late));
        return new Result(chronicle, Judge.overlaps(chronicle.terms(), chronicle.ticks()), complaints);
    }

    boolean isPassed() {
        return overlaps.isEmpty() && complaints.isEmpty();
    }

    /** How many members and nodes something was done to; stopping a member in order is no fault. */
    int faults() {
        return (int) chronicle.incidents().stream()
                .filter(Incident::isFault)
                .mapToLong(incident -> incident.processes().size())
                .sum();
    }

    long ticks(boolean accepted) {
        return chronicle.ticks().stream()
                .filter(tick -> tick.accepted() == accepted)
                .count();
    }

    /** The longest fail-over of that cause in milliseconds, rounded up; -1 if there was none. */
    long longestMillis(Cause cause) {
        return chronicle.failovers().stream()
                .filter(failover -> failover.cause() == cause)
                .mapToLong(failover -> -Math.floorDiv(-failover.gap().nanos(), 1_000_000L))
                .max()
                .orElse(-1);
    }

    /** Says what was wrong, if anything was; of many overlaps the first few. */
    void tell(Terminal terminal) {
        overlaps.stream().limit(MOST_TOLD).forEach(overlap -> terminal.alarm("OVERLAP: " + overlap));
        complaints.forEach(complaint -> terminal.alarm("WRONG: " + complaint));
    }

    /** The last line of the program's output. */
    String toLine() {
        return String.format(
                Locale.ROOT,
                "RESULT {\"nodes\":%d,\"members\":%d,\"faults\":%d,\"failovers\":%d,\"overlaps\":%d,"
                        + "\"ticksAccepted\":%d,\"ticksRefused\":%d,\"crashFailoverMsMax\":%d,"
                        + "\"waitedFailoverMsMax\":%d,\"orderlyHandoverMsMax\":%d}",
                chronicle.cast().nodes().size(),
                chronicle.cast().members().size(),
                faults(),
                chronicle.failovers().size(),
                overlaps.size(),
                ticks(true),
                ticks(false),
                longestMillis(Cause.CRASH),
                longestMillis(Cause.WAITED),
                longestMillis(Cause.ORDERLY));
    }
}
