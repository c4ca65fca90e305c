// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;

/**
 * What the nodes said when they were asked whether they still keep a lease ({@link Lease#verify}). Immutable.
 *
 * @param verdict what it amounts to
 * @param votes the answers, in the configured order of the nodes; without those that were not waited for because the others
 *     had decided, and none if the lease was known to be lost before anybody was asked
 */
public record Verification(Verdict verdict, List<Vote> votes) {

    /** What the votes amount to. */
    public enum Verdict {
        /** A quorum keeps it, and its deadline has not passed: when they answered nobody else could have it. */
        HELD,
        /** It is lost: so many nodes do not keep it any more that no quorum is left, or it had ended before. */
        LOST,
        /** Too few nodes answered to know. Nothing has changed: it is held until its deadline, as before. */
        UNKNOWN
    }

    public Verification {
        votes = List.copyOf(votes);
    }

    /** Whether it is {@link Verdict#HELD}. */
    public boolean isHeld() {
        return verdict == Verdict.HELD;
    }
}
