// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/**
 * Whether a grant is evidence that nobody can still hold by an earlier one of the same node (S-T2 to S-T4). Immutable.
 *
 * @param kind what it is worth
 * @param outgrownNanos of a young one, when it is worth as much as a clean one; else 0
 * @param reason why it is not clean, for people; else empty
 */
record Cleanness(Kind kind, long outgrownNanos, String reason) {

    /** What a grant is worth as evidence. */
    enum Kind {
        /** The node kept its memory and its clock for longer than anybody can hold. */
        CLEAN,
        /** All that is missing is that its memory has been known for long enough. */
        YOUNG,
        /** Its answer took too long to tell whether the node's clock is right; a quicker one after it can tell. */
        BLURRED,
        /** It is no evidence, and does not become one. */
        UNCLEAN
    }

    static final Cleanness CLEAN = new Cleanness(Kind.CLEAN, 0, "");

    static Cleanness young(long outgrownNanos, String reason) {
        return new Cleanness(Kind.YOUNG, outgrownNanos, reason);
    }

    static Cleanness blurred(String reason) {
        return new Cleanness(Kind.BLURRED, 0, reason);
    }

    static Cleanness unclean(String reason) {
        return new Cleanness(Kind.UNCLEAN, 0, reason);
    }
}
