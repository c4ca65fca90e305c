// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How an engine ends: what waits is told, what is held is released, then the nodes are left. Safe for use by several threads. */
final class Shutdown {

    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

    /** An attempt under way, its release, and time for a busy machine. */
    private static final int ROUNDS = 4;

    private static final Duration LEAST = Duration.ofSeconds(1);

    private final Cluster cluster;
    private final Contenders contenders;
    private final Membership membership;
    private final List<LeaderElection> elections = new ArrayList<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Void> released = new CompletableFuture<>();

    Shutdown(Cluster cluster, Contenders contenders, Membership membership) {
        this.cluster = cluster;
        this.contenders = contenders;
        this.membership = membership;
    }

    /** The election ends with the engine. */
    LeaderElection include(LeaderElection election) {
        synchronized (elections) {
            elections.add(election);
        }
        return election;
    }

    /** Begins to end all that goes on; completes when it is given back. */
    CompletableFuture<Void> begin() {
        if (begun.compareAndSet(false, true)) {
            List<CompletableFuture<?>> ends = new ArrayList<>();
            synchronized (elections) {
                elections.forEach(election -> ends.add(
                        election.stop(CompletableFuture.completedFuture(null)).toCompletableFuture()));
            }
            ends.add(membership.close());
            ends.add(contenders.close());
            contenders.leases().forEach(lease -> ends.add(lease.giveBack()));
            CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new))
                    .whenComplete((all, unreachable) -> released.complete(null));
        }
        return released;
    }

    /** Ends it all, on this thread: a node that is closed waits for its own, which may have brought the last vote. */
    void run() {
        CompletableFuture<Void> end = begin();
        if (!Waiting.atMost(patience(), end)) {
            LOG.warn("Not all could be released: nodes are silent, and no timer ends the waiting for them, as the"
                    + " scheduler was shut down before the engine. What is left expires by itself.");
        }
        cluster.nodes().forEach(Node::close);
        cluster.environment().whenClosed().run();
    }

    /** Not by a timer of the engine, whose threads may be gone. */
    private Duration patience() {
        Duration rounds = cluster.options().nodeTimeout().multipliedBy(ROUNDS);
        return rounds.compareTo(LEAST) > 0 ? rounds : LEAST;
    }
}
