// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who leads, as the last votes said, for as long as that can be true: the member a quorum named, until its grant can have
 * expired. Written by one thread at a time, read by any.
 */
final class KnownLeader {

    private record Sighting(String member, long untilNanos) {}

    private final Cluster cluster;
    private volatile @Nullable Sighting sighting;

    KnownLeader(Cluster cluster) {
        this.cluster = cluster;
    }

    Optional<String> get() {
        Sighting seen = sighting;
        return seen == null || seen.untilNanos() - cluster.now() <= 0 ? Optional.empty() : Optional.of(seen.member());
    }

    void clear() {
        sighting = null;
    }

    /** Of a refused attempt. Our own former grant, not yet expired, is nobody's leadership. */
    void learn(Votes votes) {
        String member = RetryPlan.holder(votes, cluster.quorum());
        if (member != null
                && !member.isEmpty()
                && !member.equals(cluster.options().memberId())) {
            sighting = new Sighting(member, cluster.now() + nanosLeft(votes, member));
        } else if (cluster.quorum().isReachedBy(votes.spoken())) {
            sighting = null; // a quorum spoke and named nobody
        }
    }

    /** The longest time named, and that of one more attempt, which would see the leader extended. */
    private long nanosLeft(Votes votes, String member) {
        long millis = votes.list().stream()
                .filter(vote -> vote.answer().holder().equals(member))
                .mapToLong(vote -> vote.answer().remainingMillis())
                .max()
                .orElse(0);
        return millis * 1_000_000 + cluster.options().nodeTimeout().toNanos();
    }
}
