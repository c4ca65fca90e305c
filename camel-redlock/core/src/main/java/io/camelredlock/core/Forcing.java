// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes whatever is granted of one resource, on every node that answers (S-R6). Confined to its {@link Serial}. */
final class Forcing implements Round.Course {

    private static final Logger LOG = LoggerFactory.getLogger(Forcing.class);

    private final Cluster cluster;
    private final Resource resource;
    private final CompletableFuture<ForcedRelease> result = new CompletableFuture<>();

    private Forcing(Cluster cluster, Resource resource) {
        this.cluster = cluster;
        this.resource = resource;
    }

    static CompletableFuture<ForcedRelease> begin(Cluster cluster, Resource resource) {
        Forcing forcing = new Forcing(cluster, resource);
        Duration timeout = cluster.options().nodeTimeout();
        Command force = new Command(
                Verb.FORCE,
                List.of(resource),
                List.of(),
                cluster.options().ttl().toMillis(),
                List.of(),
                cluster.options().memberId());
        Round.begin(cluster, new Serial(), timeout, node -> force, forcing);
        return forcing.result;
    }

    /** The more nodes did it, the better: all are waited for. */
    @Override
    public boolean isDecided(Votes votes) {
        return false;
    }

    @Override
    public void decided(Votes votes) {
        ForcedRelease done = ForcedRelease.of(votes);
        if (done.wasHeld()) {
            LOG.warn(
                    "{} released by force, as {} was asked to: removed the grant of {}; {}",
                    resource,
                    cluster.options().memberId(),
                    done.members().isEmpty() ? "an unnamed holder" : String.join(", ", done.members()),
                    done.votes());
        }
        if (!cluster.quorum().isReachedBy(votes.nodes(Vote.Kind.GRANTED, Vote.Kind.LOST))) {
            result.completeExceptionally(
                    new QuorumUnreachableException("forced release of " + resource, cluster.quorum(), votes.list()));
        } else {
            result.complete(done);
        }
    }
}
