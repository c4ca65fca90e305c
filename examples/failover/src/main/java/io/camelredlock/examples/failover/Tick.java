// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

/**
 * One attempt to append to the ledger, as the ledger itself recorded it.
 *
 * @param sequence its place in the ledger, which alone says what came first
 * @param nanos when, read while the ledger was locked
 * @param member who
 * @param token the fencing token it came with
 * @param accepted false if the fence refused it
 */
record Tick(long sequence, long nanos, String member, long token, boolean accepted) {

    /** The same tick on a clock that begins at {@code origin}. */
    Tick since(long origin) {
        return new Tick(sequence, nanos - origin, member, token, accepted);
    }

    String toLine() {
        return sequence + " " + nanos + " " + member + " " + token + " " + (accepted ? "accepted" : "refused");
    }

    static Tick parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 5) {
            throw new IllegalArgumentException("not a line of the ledger: " + line);
        }
        return new Tick(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                words[2],
                Long.parseLong(words[3]),
                words[4].equals("accepted"));
    }
}
