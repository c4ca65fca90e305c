// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks the nodes of a lease whether they still keep it, and changes nothing there. Counted as an extension is (S-E2), so that a
 * quorum that says no ends the lease: nodes that are not full any more become so only by a successful extension, and none can
 * succeed without them. Confined to the {@link Serial} of its lease.
 */
final class VerificationRound implements Round.Course {

    private final Cluster cluster;
    private final HeldLease lease;
    private final Lineage lineage;
    private final Extension counting;
    private final CompletableFuture<Verification> result;

    private VerificationRound(
            Cluster cluster, HeldLease lease, Lineage lineage, CompletableFuture<Verification> result) {
        this.cluster = cluster;
        this.lease = lease;
        this.lineage = lineage;
        this.counting = new Extension(lineage.full(), cluster.quorum());
        this.result = result;
    }

    /** Asks; what comes of it never fails. */
    static CompletableFuture<Verification> begin(Cluster cluster, HeldLease lease, Lineage lineage) {
        CompletableFuture<Verification> result = new CompletableFuture<>();
        lease.serial().run(() -> {
            lease.noticeExpiry();
            if (lease.ended() == null) {
                VerificationRound round = new VerificationRound(cluster, lease, lineage, result);
                Round.begin(cluster, lease.serial(), cluster.options().nodeTimeout(), round::command, round);
            } else {
                result.complete(new Verification(Verification.Verdict.LOST, List.of()));
            }
        });
        return result;
    }

    private @Nullable Command command(int node) {
        String member = cluster.options().memberId();
        return lineage.isPresent(node)
                ? lease.request()
                        .command(
                                Verb.VERIFY,
                                lineage.token(node),
                                lease.request().ttl(),
                                List.of(),
                                member)
                : null;
    }

    @Override
    public Vote judged(int node, Vote vote) {
        return lineage.judged(node, vote, cluster.memoryShown(vote.answer()));
    }

    @Override
    public boolean isDecided(Votes now) {
        return counting.verdict(now) != Extension.Verdict.OPEN;
    }

    @Override
    public void decided(Votes now) {
        Extension.Verdict verdict = counting.verdict(now);
        lease.noticeExpiry();
        if (verdict == Extension.Verdict.LOST) {
            lease.end(Loss.refused(now));
        }
        result.complete(new Verification(told(verdict), now.list()));
    }

    private Verification.Verdict told(Extension.Verdict verdict) {
        if (lease.ended() != null) {
            return Verification.Verdict.LOST;
        }
        return verdict == Extension.Verdict.EXTENDED ? Verification.Verdict.HELD : Verification.Verdict.UNKNOWN;
    }
}
