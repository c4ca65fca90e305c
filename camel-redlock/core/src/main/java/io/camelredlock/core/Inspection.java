// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;
import java.util.function.Consumer;

/** Looks who holds a resource, without an attempt to get it. */
final class Inspection implements Round.Course {

    private final Cluster cluster;
    private final Consumer<AttemptResult> whenDone;
    private final long start;

    private Inspection(Cluster cluster, Consumer<AttemptResult> whenDone) {
        this.cluster = cluster;
        this.whenDone = whenDone;
        this.start = cluster.nowNotAhead();
    }

    static Runnable begin(Cluster cluster, Serial serial, LeaseRequest request, Consumer<AttemptResult> whenDone) {
        Command inspect = new Command(
                Verb.INSPECT,
                request.resources(),
                List.of(),
                request.ttl().toMillis(),
                List.of(),
                cluster.options().memberId());
        Inspection inspection = new Inspection(cluster, whenDone);
        Round.begin(cluster, serial, cluster.options().nodeTimeout(), node -> inspect, inspection);
        return () -> {};
    }

    @Override
    public boolean isDecided(Votes votes) {
        return RetryPlan.holder(votes, cluster.quorum()) != null;
    }

    @Override
    public void decided(Votes votes) {
        whenDone.accept(new AttemptResult(null, votes, cluster.nowNotAhead() - start, null));
    }
}
