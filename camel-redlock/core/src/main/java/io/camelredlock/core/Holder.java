// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Who holds a lock, as a quorum of nodes says. Immutable.
 *
 * @param memberId the member that acquired it
 * @param remaining how long the longest of its grants lasts if it is not extended
 */
public record Holder(String memberId, Duration remaining) {

    /** What the votes of an inspection come to. */
    static void complete(
            CompletableFuture<Optional<Holder>> seen, LeaseRequest request, AttemptResult result, Cluster cluster) {
        Votes votes = result.votes();
        if (!cluster.quorum().isReachedBy(votes.spoken())) {
            seen.completeExceptionally(new QuorumUnreachableException(
                    "inspection of " + request.resources(), cluster.quorum(), votes.list()));
        } else {
            seen.complete(Optional.ofNullable(RetryPlan.holder(votes, cluster.quorum()))
                    .map(member -> new Holder(member, remaining(votes, member))));
        }
    }

    private static Duration remaining(Votes votes, String member) {
        return Duration.ofMillis(votes.list().stream()
                .filter(vote -> vote.answer().holder().equals(member))
                .mapToLong(vote -> vote.answer().remainingMillis())
                .max()
                .orElse(0));
    }
}
