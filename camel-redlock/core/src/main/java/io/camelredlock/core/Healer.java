// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives nodes that lost the keys of a lease them back while a quorum is ours (S-H): under a fresh token, so that an old
 * value that reappears never counts, and as provisional nodes, which a later round makes full. Confined to the
 * {@link Serial} of its lease.
 */
final class Healer {

    private final Cluster cluster;
    private final HeldLease lease;
    private final Lineage lineage;
    private final Runnable promote;

    private boolean busy;
    private long nextNanos;
    private boolean healedBefore;

    /** {@code promote} begins the round that makes provisional nodes full. */
    Healer(Cluster cluster, HeldLease lease, Lineage lineage, Runnable promote) {
        this.cluster = cluster;
        this.lease = lease;
        this.lineage = lineage;
        this.promote = promote;
    }

    /**
     * To be called after a successful round; does nothing if every node is full or a heal just was.
     *
     * @return whether a heal is under way
     */
    boolean heal() {
        boolean tooSoon = healedBefore && nextNanos - cluster.now() > 0;
        if (busy || tooSoon || lease.ended() != null || lineage.isWhole()) {
            return busy;
        }
        busy = true;
        healedBefore = true;
        nextNanos = cluster.now() + cluster.options().nodeTimeout().toNanos();
        Heal heal = new Heal();
        Round.begin(cluster, lease.serial(), cluster.options().nodeTimeout(), heal::command, heal);
        return true;
    }

    /**
     * What is left of ours would refuse the heal: a grant or heal that was executed although its answer is still out, or some
     * of several resources.
     */
    private void removeLeftovers(int node) {
        if (lineage.wasIssued(node)) {
            cluster.tell(
                    node,
                    command(
                            Verb.UNDO,
                            lineage.tokens(node),
                            lease.request().ttl().toMillis(),
                            List.of()));
        }
    }

    private Command command(Verb verb, List<Token> tokens, long ttlMillis, List<Long> fences) {
        return new Command(
                verb,
                lease.request().resources(),
                tokens,
                ttlMillis,
                fences,
                cluster.options().memberId());
    }

    /** One round, with the tokens it gives. */
    private final class Heal implements Round.Course {

        private final Map<Integer, Token> tokens = new HashMap<>();

        private @Nullable Command command(int node) {
            long leftMillis = (lease.deadline() - cluster.now() + lease.drift().toNanos()) / 1_000_000;
            if (lineage.isPresent(node) || leftMillis <= 0) {
                return null;
            }
            removeLeftovers(node);
            Token token = cluster.newToken();
            tokens.put(node, token);
            lineage.issued(node, token);
            return Healer.this.command(Verb.HEAL, List.of(token), leftMillis, lease.fences());
        }

        @Override
        public boolean isDecided(Votes votes) {
            return false; // nothing waits for it; every node that answers helps
        }

        @Override
        public void decided(Votes votes) {
            busy = false;
            votes.nodes(Vote.Kind.GRANTED).stream().forEach(node -> joined(node, votes.of(node)));
            if (lineage.hasProvisional()) {
                promote.run();
            }
        }

        @Override
        public void late(int node, Vote vote) {
            if (vote.kind() == Vote.Kind.GRANTED) {
                joined(node, vote);
            }
        }

        private void joined(int node, @Nullable Vote vote) {
            lease.noticeExpiry();
            Token token = tokens.get(node);
            if (lease.ended() == null && token != null && vote != null) {
                lineage.joined(node, token, cluster.memoryShown(vote.answer()));
            }
        }
    }
}
