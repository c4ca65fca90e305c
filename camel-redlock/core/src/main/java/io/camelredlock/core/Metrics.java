// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/**
 * Is told what an engine does, for figures. Every method does nothing unless it is overridden; an engine with {@link #NONE}
 * reads no clock and makes no object for it.
 *
 * <p>Called on the engine's own threads, several at a time: implementations are safe for that, take no longer than adding to a
 * counter, and never block. What they throw is logged once and changes nothing. How many leases, waiters and elections there are
 * is not told but asked: {@link Redlock#leases()}, {@link Redlock#waiters()}, {@link LeaderElection#isLeader()}.
 */
public interface Metrics {

    /** Nobody wants to know. */
    Metrics NONE = new Metrics() {};

    /** What the votes of a round amount to. */
    enum Result {
        /** A quorum granted. */
        GRANTED,
        /** So many nodes refused that no quorum could grant, or those asked were fewer than a quorum. */
        REFUSED,
        /** So many nodes failed, were silent or must not vote that no quorum could be known. */
        NO_QUORUM
    }

    /**
     * The votes decided a round. An extension of a lease is a round with {@link Verb#EXTEND}.
     *
     * @param nanos from the first message to the decision
     */
    default void round(Verb verb, Result result, long nanos) {}

    /**
     * A vote is in, or overdue.
     *
     * @param node the name of the node
     * @param nanos from the first message of the round to the vote
     */
    default void vote(String node, Vote.Kind kind, long nanos) {}

    /**
     * A wait of a new holder for an earlier one is over (S-T5).
     *
     * @param held whether it holds now; otherwise it gave up, or lost what had been granted
     * @param nanos from the grant to the end of the wait
     */
    default void takeoverWait(boolean held, long nanos) {}

    /** A lease, that of a leadership too, ended without a release. */
    default void lost(Loss.Reason reason) {}
}
