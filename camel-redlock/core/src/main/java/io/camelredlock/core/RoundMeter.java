// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Tells the metrics of one round. Confined to the {@link Serial} of the round's owner. */
final class RoundMeter {

    private final Cluster cluster;
    private final long start;

    private RoundMeter(Cluster cluster) {
        this.cluster = cluster;
        this.start = cluster.nowNotAhead();
    }

    /** For a round that begins now; null if nobody wants to know, so that it costs nothing then. */
    static @Nullable RoundMeter ifWanted(Cluster cluster) {
        return cluster.metrics() == Metrics.NONE ? null : new RoundMeter(cluster);
    }

    void voted(Vote vote) {
        cluster.metrics().vote(vote.node(), vote.kind(), elapsedNanos());
    }

    void decided(Verb verb, Votes votes) {
        cluster.metrics().round(verb, result(votes, cluster.quorum()), elapsedNanos());
    }

    static Metrics.Result result(Votes votes, Quorum quorum) {
        if (quorum.isReachedBy(votes.granted())) {
            return Metrics.Result.GRANTED;
        }
        BitSet all = new BitSet();
        all.set(0, quorum.nodes());
        BitSet mute = votes.nodes(Vote.Kind.FAILED, Vote.Kind.UNANSWERED, Vote.Kind.INELIGIBLE);
        return quorum.isReachedWithout(mute, all) ? Metrics.Result.REFUSED : Metrics.Result.NO_QUORUM;
    }

    private long elapsedNanos() {
        return Math.max(0, cluster.nowNotAhead() - start);
    }
}
