// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Redlock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One member's part in an election, and what it was told: {@code gained}, {@code lost REASON}, {@code leader ID} or
 * {@code leader nobody}. Its methods wait as long as a busy machine may need. Safe for use by several threads.
 */
public final class Candidate implements ElectionListener {

    private final LeaderElection election;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<Long> fencingTokens = new CopyOnWriteArrayList<>();

    /** Not started yet. */
    public Candidate(Redlock redlock, String namespace) {
        election = redlock.election(namespace, this);
    }

    /** The election itself. */
    public LeaderElection election() {
        return election;
    }

    /** Whether it leads now. */
    public boolean isLeader() {
        return election.isLeader();
    }

    /** What it was told so far, in order. */
    public List<String> told() {
        return told;
    }

    /** How often it was told so. */
    public long timesTold(String event) {
        return told.stream().filter(each -> each.startsWith(event)).count();
    }

    /** The fencing tokens of its terms, in order, those left out that were over before it could ask. */
    public List<Long> fencingTokens() {
        return fencingTokens;
    }

    /** Takes part. */
    public Candidate started() {
        election.start();
        return this;
    }

    /** Takes part, and leads. */
    public Candidate leading() {
        started();
        Setting.await().until(() -> isLeader() && told.contains("gained"));
        return this;
    }

    /** Takes part, and knows that this one leads. */
    public Candidate following(Candidate leader) {
        String id = leader.election.memberId();
        started();
        Setting.await().until(() -> election.leader().equals(Optional.of(id)) && told.contains("leader " + id));
        return this;
    }

    /** Takes part no more and holds nothing. */
    public void stopped() {
        Setting.outcome(
                election.stop(CompletableFuture.completedFuture("drained")).toCompletableFuture());
    }

    @Override
    public void gained(LeaderElection election) {
        election.fencingToken().ifPresent(fencingTokens::add);
        told.add("gained");
    }

    @Override
    public void lost(LeaderElection election, Loss loss) {
        told.add("lost " + loss.reason());
    }

    @Override
    public void leaderChanged(LeaderElection election, Optional<String> leader) {
        told.add("leader " + leader.orElse("nobody"));
    }
}
