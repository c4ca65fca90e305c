// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.util.Optional;

/**
 * What a member tells its parent, one line each on its standard output.
 *
 * @param kind what happened
 * @param nanos when, by {@link System#nanoTime()} of the member, which all processes of a machine share
 * @param token the fencing token of the term concerned, 0 if there is none
 * @param untilNanos until when that term's lease could be trusted as far as was known then, 0 if there is none
 */
record Report(Kind kind, long nanos, long token, long untilNanos) {

    /** What happened. */
    enum Kind {
        /** The Camel context is started. */
        STARTED,
        /** Leadership was gained. */
        GAINED,
        /** The lease is valid until later than reported before. */
        VALID,
        /** Leadership was lost. */
        LOST,
        /** The Camel context begins to stop in order. */
        STOPPING,
        /** A tick has begun that takes long, as was asked for. */
        LINGERING,
        /** The ledger refused a tick. */
        REFUSED,
        /** The answer to the question whether it leads: yes. */
        LEADS,
        /** The answer to the question whether it leads: no. */
        FOLLOWS
    }

    /** Tells reports from whatever else may be printed. */
    private static final String MARK = "REPORT";

    String toLine() {
        return String.join(
                " ", MARK, kind.name(), Long.toString(nanos), Long.toString(token), Long.toString(untilNanos));
    }

    /** The report in a line, if it is one. */
    static Optional<Report> parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 5 || !words[0].equals(MARK)) {
            return Optional.empty();
        }
        return Optional.of(new Report(
                Kind.valueOf(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4])));
    }

    /** The same report on a clock that begins at {@code origin}. */
    Report since(long origin) {
        return new Report(kind, nanos - origin, token, untilNanos - origin);
    }
}
