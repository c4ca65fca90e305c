// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Releases one lease: compare-and-delete on every node that was ever sent one of its tokens, those that fell silent
 * included, behind whatever was sent to them before (S-C3). Confined to the {@link Serial} of its lease.
 */
final class Releaser implements Round.Course {

    private final Cluster cluster;
    private final HeldLease lease;
    private final Lineage lineage;
    private final List<CompletableFuture<Release>> waiting = new ArrayList<>();

    private boolean released;
    private boolean failedBefore;

    Releaser(Cluster cluster, HeldLease lease, Lineage lineage) {
        this.cluster = cluster;
        this.lease = lease;
        this.lineage = lineage;
    }

    /** Releases, or joins a release that is under way. After one that failed it is tried again. */
    void release(CompletableFuture<Release> result) {
        Loss loss = lease.ended();
        if (loss != null && loss.reason() == Loss.Reason.HANDED_OVER) {
            result.complete(Release.HANDED_OVER);
            return;
        }
        if (released) {
            result.complete(Release.ALREADY_RELEASED);
            return;
        }
        waiting.add(result);
        if (waiting.size() == 1) {
            Duration timeout = cluster.options().nodeTimeout();
            Round.begin(cluster, lease.serial(), timeout, this::command, this);
        }
    }

    private @Nullable Command command(int node) {
        if (!lineage.wasIssued(node)) {
            return null;
        }
        return new Command(
                Verb.RELEASE,
                lease.request().resources(),
                lineage.tokens(node),
                lease.request().ttl().toMillis(),
                List.of(),
                cluster.options().memberId());
    }

    @Override
    public boolean isDecided(Votes votes) {
        return cluster.quorum().isReachedBy(votes.granted());
    }

    @Override
    public void decided(Votes votes) {
        List<CompletableFuture<Release>> told = List.copyOf(waiting);
        waiting.clear();
        if (!cluster.quorum().isReachedBy(votes.nodes(Vote.Kind.GRANTED, Vote.Kind.LOST))) {
            QuorumUnreachableException unreachable =
                    new QuorumUnreachableException("release of " + lease.resources(), cluster.quorum(), votes.list());
            failedBefore = true;
            told.forEach(result -> result.completeExceptionally(unreachable));
            return;
        }
        released = true;
        Release release = verdict(votes);
        told.forEach(result -> result.complete(release));
    }

    /** Then keys that are gone now were removed by the release that failed: a node may deliver it late. */
    private boolean wasHeld() {
        Loss loss = lease.ended();
        return loss != null && loss.reason() == Loss.Reason.RELEASED;
    }

    private Release verdict(Votes votes) {
        if (cluster.quorum().isReachedBy(votes.granted())) {
            return Release.RELEASED;
        }
        boolean taken = votes.list().stream()
                .anyMatch(vote -> vote.kind() == Vote.Kind.LOST
                        && Answer.OTHER.equals(vote.answer().reason()));
        if (taken) {
            return Release.TAKEN_OVER;
        }
        return failedBefore && wasHeld() ? Release.RELEASED : Release.EXPIRED;
    }
}
