// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** What a node can be asked to do; each is one atomic script (safety rules, section 6). */
public enum Verb {
    /** Take resources that are free: GRANTED with one counter each, or HELD. Repeated with the same token it changes nothing. */
    ACQUIRE,
    /** Prolong what the token owns and raise the counters to at least the given ones: OK with the counters, or LOST. */
    EXTEND,
    /** Give a node that lost the keys of a lease them back under a fresh token: OK with the counters, or HELD. */
    HEAL,
    /**
     * Prolong what the token owns and mint anew after a wait (S-F6): each counter becomes at least one more than it was, and
     * at least the proposal. OK with the counters, or LOST.
     */
    MINT,
    /**
     * Take over what one of the tokens after the first owns (S-O): the resources become the first token's, each counter at least
     * one more than it was and at least the proposal. GRANTED with the counters, or LOST.
     */
    ADOPT,
    /** Delete what any of the tokens own and wake the waiters: OK, or LOST. */
    RELEASE,
    /** {@link #RELEASE} after an attempt that failed: the same, but wakes nobody, as nothing was held. */
    UNDO,
    /** Look who holds, without an attempt: HELD, or OK if free. */
    INSPECT,
    /** Look whether the token owns the resources, and write nothing: OK, or LOST. */
    VERIFY,
    /**
     * Delete whatever anybody owns, for operators (S-R6), and wake the waiters: OK with whose grant was removed, or LOST if there
     * was none. What is kept beside it makes the next taker wait.
     */
    FORCE,
    /**
     * Stand among the members of the cluster for the ttl, or no more if that is 0; a blank member only looks. OK with the members.
     * Concerns no resource, and so no lease.
     */
    STAND;

    /** Whether it relies on grants that are kept, so that the memory of the node matters. */
    boolean isGrant() {
        return switch (this) {
            case ACQUIRE, EXTEND, HEAL, MINT, ADOPT, VERIFY -> true;
            case RELEASE, UNDO, INSPECT, FORCE, STAND -> false;
        };
    }

    /** Whether it gives something back, and so must reach the node even after a reconnect. */
    public boolean isRelease() {
        return this == RELEASE || this == UNDO;
    }
}
