// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;

/**
 * What the votes of an extension round amount to (S-E2). Only nodes that were full when it began count. Pure.
 *
 * @param full the nodes that count
 * @param quorum how many of them are needed
 */
record Extension(BitSet full, Quorum quorum) {

    /** The three answers, and that it is too early to say. */
    enum Verdict {
        /** A quorum agreed. */
        EXTENDED,
        /** So many said no that no quorum is left: the lease is lost, now. */
        LOST,
        /** Too few said anything; the old deadline still holds, and it can be tried again. */
        UNKNOWN,
        /** Votes are still out that may decide it. */
        OPEN
    }

    Verdict verdict(Votes votes) {
        if (quorum.isReachedBy(agreed(votes))) {
            return Verdict.EXTENDED;
        }
        if (!quorum.isReachedWithout(votes.nodes(Vote.Kind.LOST), full)) {
            return Verdict.LOST;
        }
        return votes.isComplete() ? Verdict.UNKNOWN : Verdict.OPEN;
    }

    /** The nodes that agreed and count. */
    BitSet agreed(Votes votes) {
        BitSet nodes = votes.granted();
        nodes.and(full);
        return nodes;
    }
}
