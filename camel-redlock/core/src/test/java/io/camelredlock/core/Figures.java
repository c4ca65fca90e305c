// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What happened in one schedule, or in many, in numbers. */
final class Figures {

    /** What is counted. */
    enum Figure {
        TERMS,
        HEALS,
        WAITS,
        SECOND_ROUNDS,
        LATE_GRANTS,
        ADOPTIONS,
        /** Hand-over strings that came to nothing: too late, or used already. */
        REFUSED_ADOPTIONS,
        /** Schedules in which nodes were hit right after they had handled a command. */
        HIT_SCHEDULES,
        NODE_FROZEN,
        NODE_CUT_OFF,
        CONNECTION_CUT,
        REPLIES_LOST,
        CONNECTION_SLOW,
        PROCESS_PAUSED,
        PROCESS_CRASHED,
        NODE_RESTARTED_EMPTY,
        NODE_RESTARTED,
        NODE_REWOUND,
        NODE_FLUSHED,
        NODE_DATA_REPLACED,
        KEY_DELETED,
        KEY_AND_META_DELETED,
        CLOCK_STEPPED;

        boolean isFault() {
            return compareTo(NODE_FROZEN) >= 0;
        }

        /** Whether memory is lost, or a clock lies. */
        boolean isOfMemory() {
            return compareTo(NODE_RESTARTED_EMPTY) >= 0;
        }
    }

    private final long[] counts = new long[Figure.values().length];

    void count(Figure figure) {
        add(figure, 1);
    }

    void add(Figure figure, long more) {
        counts[figure.ordinal()] += more;
    }

    void add(Figures more) {
        Arrays.setAll(counts, i -> counts[i] + more.counts[i]);
    }

    long of(Figure figure) {
        return counts[figure.ordinal()];
    }

    /** All that went wrong. */
    long faults() {
        return Arrays.stream(Figure.values())
                .filter(Figure::isFault)
                .mapToLong(this::of)
                .sum();
    }

    /** The faults by kind. */
    String kinds() {
        return Arrays.stream(Figure.values())
                .filter(Figure::isFault)
                .map(fault -> fault.name().toLowerCase(Locale.ROOT) + "=" + of(fault))
                .collect(Collectors.joining(" "));
    }

    @Override
    public String toString() {
        return "faults=" + faults() + " terms=" + of(Figure.TERMS) + " heals=" + of(Figure.HEALS) + " waits="
                + of(Figure.WAITS) + " secondRounds=" + of(Figure.SECOND_ROUNDS) + " lateGrants="
                + of(Figure.LATE_GRANTS) + " adoptions=" + of(Figure.ADOPTIONS) + " refusedAdoptions="
                + of(Figure.REFUSED_ADOPTIONS) + " hitSchedules=" + of(Figure.HIT_SCHEDULES);
    }
}
