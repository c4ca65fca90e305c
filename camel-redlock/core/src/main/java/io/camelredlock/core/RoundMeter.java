// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

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
        cluster.metrics().round(verb, result(votes, cluster.size()), elapsedNanos());
    }

    static Metrics.Result result(Votes votes, int nodes) {
        int quorum = nodes / 2 + 1;
        if (votes.granted() >= quorum) {
            return Metrics.Result.GRANTED;
        }
        int mute =
                votes.count(Vote.Kind.FAILED) + votes.count(Vote.Kind.UNANSWERED) + votes.count(Vote.Kind.INELIGIBLE);
        return nodes - mute < quorum ? Metrics.Result.NO_QUORUM : Metrics.Result.REFUSED;
    }

    private long elapsedNanos() {
        return Math.max(0, cluster.nowNotAhead() - start);
    }
}
