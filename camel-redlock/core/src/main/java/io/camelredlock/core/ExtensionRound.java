// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One extension round of one lease (S-E1, S-E2): asks every node that has the keys, counts those that were full when it
 * began, and moves the deadline from the start of this very round. Confined to the {@link Serial} of its lease.
 */
final class ExtensionRound implements Round.Course {

    /** What it came to, with the votes behind it. */
    record Result(Extension.Verdict verdict, Votes votes, BitSet agreed, Quorum quorum) {

        Loss loss() {
            return Loss.refused(votes);
        }

        QuorumUnreachableException unreachable(List<String> resources) {
            return new QuorumUnreachableException("extension of " + resources, quorum, votes.list(), early());
        }

        /** Which nodes agreed in vain: otherwise it looks as if there had been a quorum. */
        private String early() {
            BitSet early = votes.granted();
            early.andNot(agreed);
            String names = early.stream()
                    .mapToObj(votes::of)
                    .filter(Objects::nonNull)
                    .map(Vote::node)
                    .collect(Collectors.joining(" and "));
            return names.isEmpty()
                    ? ""
                    : "; " + names + " got the keys again just now and will count from the next extension on";
        }
    }

    private final Cluster cluster;
    private final HeldLease lease;
    private final Lineage lineage;
    private final Verb verb;
    private final List<Long> numbers;
    private final Validity validity;
    private final long start;
    private final long joinsBefore;
    private final Extension extension;

    private Consumer<Result> whenDecided = result -> {};
    private Runnable whenRepairable = () -> {};
    private Extension.Verdict verdict = Extension.Verdict.OPEN;

    ExtensionRound(Cluster cluster, HeldLease lease, Lineage lineage, Verb verb, Duration ttl) {
        this.cluster = cluster;
        this.lease = lease;
        this.lineage = lineage;
        this.verb = verb;
        this.numbers = verb == Verb.MINT ? cluster.proposals(lease.resources().size()) : lease.fences();
        this.validity = cluster.validity(Duration.ofMillis(ttl.toMillis()));
        this.start = cluster.nowNotAhead();
        this.joinsBefore = lineage.joins();
        this.extension = new Extension(lineage.full(), cluster.quorum());
    }

    /**
     * Asks.
     *
     * @param decided is told the verdict once
     * @param repairable is called when all votes of a successful round are in or overdue
     */
    void begin(Consumer<Result> decided, Runnable repairable) {
        whenDecided = decided;
        whenRepairable = repairable;
        lease.ask(validity.ttl());
        // a shorter ttl takes effect before its first byte is sent: some node may obey though its answer is lost
        lease.moveDeadline(Validity.earlier(lease.deadline(), validity.deadline(start)));
        Round.begin(cluster, lease.serial(), timeout(), this::command, this);
    }

    private Duration timeout() {
        Duration tenth = Duration.ofMillis(lease.request().ttl().toMillis() / 10);
        Duration vote = cluster.options().nodeTimeout();
        return tenth.compareTo(vote) > 0 ? tenth : vote;
    }

    private @Nullable Command command(int node) {
        if (!lineage.isPresent(node)) {
            return null;
        }
        String member = cluster.options().memberId();
        return lease.request().command(verb, lineage.token(node), validity.ttl(), numbers, member);
    }

    @Override
    public Vote judged(int node, Vote vote) {
        return lineage.judged(node, vote, cluster.memoryShown(vote.answer()));
    }

    @Override
    public boolean isDecided(Votes now) {
        return extension.verdict(now) != Extension.Verdict.OPEN;
    }

    @Override
    public void decided(Votes now) {
        verdict = extension.verdict(now);
        lease.noticeExpiry(); // a success that comes after the old deadline is none (S-L2)
        if (verdict == Extension.Verdict.EXTENDED && lease.ended() == null) {
            lease.moveDeadline(Validity.later(lease.deadline(), validity.deadline(start)));
        }
        Extension.Verdict told = lease.ended() == null ? verdict : Extension.Verdict.LOST;
        whenDecided.accept(new Result(told, now, extension.agreed(now), cluster.quorum()));
    }

    @Override
    public void settled(Votes now) {
        if (verdict != Extension.Verdict.EXTENDED || lease.ended() != null) {
            return;
        }
        now.each(Vote.Kind.LOST, lineage::missing);
        now.each(Vote.Kind.GRANTED, node -> lineage.agreed(node, joinsBefore));
        whenRepairable.run();
    }
}
