// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.util.Locale;
import java.util.Optional;

/**
 * A stretch of time, the later end not included.
 *
 * @param from its begin, in nanoseconds since the begin of the run
 * @param to its end, on the same clock
 */
record Span(long from, long to) {

    private static final double NANOS_PER_SECOND = 1e9;

    Span {
        if (from > to) {
            throw new IllegalArgumentException("a span must not end (" + to + ") before it begins (" + from + ")");
        }
    }

    long nanos() {
        return to - from;
    }

    boolean contains(long nanos) {
        return from <= nanos && nanos < to;
    }

    boolean intersects(Span other) {
        return from < other.to && other.from < to;
    }

    /** The part that lies in the other span, if any does. */
    Optional<Span> within(Span other) {
        return intersects(other)
                ? Optional.of(new Span(Math.max(from, other.from), Math.min(to, other.to)))
                : Optional.empty();
    }

    /** The same begin and a later end; an earlier one changes nothing. */
    Span extendedTo(long later) {
        return new Span(from, Math.max(to, later));
    }

    /** The same begin and an earlier end; a later one changes nothing. */
    Span endedAt(long earlier) {
        return new Span(from, Math.max(from, Math.min(to, earlier)));
    }

    /** Nanoseconds as a reader wants them: {@code 3.07 s}, or {@code 120 ms} below a second. */
    static String text(long nanos) {
        return nanos < NANOS_PER_SECOND
                ? Math.round(nanos / 1e6) + " ms"
                : String.format(Locale.ROOT, "%.2f s", nanos / NANOS_PER_SECOND);
    }
}
