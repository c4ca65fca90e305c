// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt came to.
 *
 * @param lease the lease, or null
 * @param votes the votes that decided it
 * @param elapsedNanos how long it took
 * @param pending the takeover wait the attempt had no time for, or null
 */
record AttemptResult(
        @Nullable HeldLease lease,
        Votes votes,
        long elapsedNanos,
        @Nullable Pending pending) {

    /** A takeover wait: how much of it is left, and why it must be (S-T5). */
    record Pending(Duration remaining, String reasons) {}

    /** Whether too few nodes said anything for the refusal to mean "somebody else holds it". */
    boolean isUnknowable(Cluster cluster) {
        boolean hasSpoken = cluster.quorum().isReachedBy(votes.spoken());
        return !hasSpoken || cluster.quorum().isReachedBy(votes.granted());
    }
}
