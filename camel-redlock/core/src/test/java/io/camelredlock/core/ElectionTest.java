// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Elections in virtual time: who leads, from when to when, and who knows. */
class ElectionTest {

    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Resource ORDERS = Resource.leadership("orders");

    private final ModelCluster cluster = new ModelCluster(3);
    private final Candidate a = new Candidate("a");
    private final Candidate b = new Candidate("b");

    /** A member with its election and what it was told. */
    private final class Candidate implements ElectionListener {
        private final Member member;
        private final LeaderElection election;
        private final List<String> told = new ArrayList<>();

        Candidate(String id) {
            member = cluster.member(id);
            election = member.redlock().election("orders", this);
        }

        @Override
        public void gained(LeaderElection election) {
            told.add("gained");
        }

        @Override
        public void lost(LeaderElection election, Loss loss) {
            told.add("lost " + loss.reason());
        }

        @Override
        public void leaderChanged(LeaderElection election, Optional<String> leader) {
            told.add("leader " + leader.map(id -> id.substring(0, 1)).orElse("none"));
        }
    }

    private long leaders() {
        return Stream.of(a, b).filter(each -> each.election.isLeader()).count();
    }

    private void startBoth() {
        a.election.start();
        cluster.pass(Duration.ofMillis(20));
        b.election.start();
        cluster.pass(Duration.ofMillis(20));
    }

    @Test
    void theFirstLeadsAtOnceAndC31_theFollowerKnowsWho() {
        startBoth();

        assertThat(a.election.isLeader()).isTrue();
        assertThat(b.election.isLeader()).isFalse();
        assertThat(a.election.leader()).contains(a.election.memberId());
        assertThat(b.election.leader()).contains(a.election.memberId());
        assertThat(b.told).containsExactly("leader a");
        assertThat(a.told).containsExactly("gained");
    }

    @Test
    void c48_nothingHappensWhileAllIsWell() {
        startBoth();
        long before = a.election.fencingToken().orElseThrow();

        cluster.pass(TTL.multipliedBy(100));

        assertThat(a.told).containsExactly("gained");
        assertThat(b.told).containsExactly("leader a");
        assertThat(a.election.fencingToken()).hasValue(before);
    }

    @Test
    void l30_anOrderlyStopHandsOverWithinMilliseconds() {
        startBoth();

        cluster.await(a.election.stop(CompletableFuture.completedFuture(null)));
        cluster.pass(Duration.ofMillis(10));

        assertThat(a.election.isLeader()).isFalse();
        assertThat(b.election.isLeader()).isTrue();
        assertThat(a.told).as("who stops is told nothing more").containsExactly("gained");
    }

    @Test
    void aCheckpointEndsTheTermAndTheElectionGoesOn() {
        startBoth();
        a.member.redlock().beforeCheckpoint();
        assertThat(a.election.isLeader()).as("at once").isFalse();
        cluster.time().pause(TTL.multipliedBy(2));
        a.member.redlock().afterRestore();
        cluster.pass(TTL.multipliedBy(2)); // nobody saw the nodes meanwhile

        assertThat(a.told).startsWith("gained", "lost EXPIRED");
        assertThat(leaders()).isEqualTo(1);
    }

    @Test
    void anotherStopWaitsForTheReleaseThatIsUnderWay() {
        startBoth();
        CompletionStage<Void> drained = CompletableFuture.completedFuture(null);

        CompletionStage<Void> first = a.election.stop(drained);
        CompletableFuture<Void> second = a.election.stop(drained).toCompletableFuture();

        assertThat(second).isNotDone();
        cluster.await(second);
        assertThat(first.toCompletableFuture()).isDone();
    }

    @Test
    void c33_leadershipIsKeptUntilTheWorkHasDrained() {
        startBoth();
        CompletableFuture<Void> drained = new CompletableFuture<>();

        a.election.stop(drained);
        assertThat(a.election.isLeader()).as("at once").isFalse();
        cluster.pass(TTL.multipliedBy(3));
        assertThat(b.election.isLeader()).isFalse();
        drained.complete(null);
        cluster.pass(Duration.ofMillis(10));

        assertThat(b.election.isLeader()).isTrue();
    }

    @Test
    void startDuringTheDrainResumesTheSameTerm() {
        startBoth();
        long token = a.election.fencingToken().orElseThrow();
        CompletableFuture<Void> drained = new CompletableFuture<>();
        a.election.stop(drained);
        cluster.pass(TTL);

        a.election.start();
        drained.complete(null);
        cluster.pass(TTL);

        assertThat(a.election.isLeader()).isTrue();
        assertThat(a.election.fencingToken()).hasValue(token);
        assertThat(b.election.isLeader()).isFalse();
    }

    @Test
    void l73_abandonedLeadershipIsNeitherExtendedNorReleased() {
        startBoth();

        a.election.abandon();
        cluster.pass(Duration.ofMillis(100));
        assertThat(cluster.servers().get(0).isHeld(ORDERS)).isTrue();
        cluster.pass(TTL);

        assertThat(b.election.isLeader()).isTrue();
        assertThat(a.election.isLeader()).isFalse();
    }

    @Test
    void l02_aLeaderThatIsCutOffStepsDownBeforeItsKeysExpire() {
        startBoth();
        a.member.links().forEach(ModelNode::freeze);

        for (int i = 0; i < 4000; i++) {
            cluster.pass(Duration.ofMillis(1));
            assertThat(leaders()).as("after %s ms", i).isLessThanOrEqualTo(1);
            if (b.election.isLeader()) {
                break;
            }
        }

        assertThat(b.election.isLeader()).isTrue();
        assertThat(a.told).containsSubsequence("gained", "lost EXPIRED");
    }

    @Test
    void theMarginLiesBetweenTheLastTickAndTheNextLeader() {
        startBoth();
        a.member.links().forEach(ModelNode::freeze);
        long end = 0;
        while (!b.election.isLeader()) {
            cluster.pass(Duration.ofMillis(1));
            end = a.election.isLeader() ? cluster.time().nanos() : end;
        }

        Duration gap = Duration.ofNanos(cluster.time().nanos() - end);

        assertThat(gap).isGreaterThanOrEqualTo(TTL.dividedBy(5));
    }

    @Test
    void c19_afterAPauseTheFirstAnswerIsAlreadyRight() {
        a.election.start();
        cluster.pass(Duration.ofMillis(20));

        cluster.time().pause(TTL);

        assertThat(a.election.isLeader()).isFalse();
        assertThat(a.election.fencingToken()).isEmpty();
    }

    @Test
    void l04_theElectionSurvivesEveryOutage() {
        startBoth();

        for (int round = 0; round < 5; round++) {
            Stream.of(a, b).flatMap(each -> each.member.links().stream()).forEach(link -> link.down(true));
            cluster.servers().forEach(ModelServer::forget);
            cluster.pass(TTL.multipliedBy(2));
            assertThat(leaders()).isZero();
            Stream.of(a, b).flatMap(each -> each.member.links().stream()).forEach(link -> link.down(false));
            cluster.pass(TTL.plusMillis(500)); // as long as a leader of before could think to lead

            assertThat(leaders()).isOne();
        }
        Candidate leader = a.election.isLeader() ? a : b;
        leader.election.stop(CompletableFuture.completedFuture(null));
        cluster.pass(Duration.ofMillis(50));
        assertThat(leaders()).isOne();
    }

    @Test
    void c56_deletedKeysEndTheTermAtTheNextExtension() {
        startBoth();

        cluster.servers().forEach(server -> server.delete(ORDERS));
        cluster.pass(Duration.ofMillis(800));

        assertThat(a.told).containsSubsequence("gained", "lost TAKEN_OVER");
        cluster.pass(TTL.multipliedBy(2)); // as long as the one who lost them could think to lead
        assertThat(leaders()).isOne();
    }

    @Test
    void l55_aDisabledMemberHandsOverAndLooksOn() {
        startBoth();

        cluster.await(a.election.disable(CompletableFuture.completedFuture(null)));
        cluster.pass(Duration.ofMillis(500));
        assertThat(b.election.isLeader()).isTrue();
        assertThat(a.election.leader()).contains(b.election.memberId());
        assertThat(a.told).containsExactly("gained", "lost RELEASED", "leader b");

        b.election.stop(CompletableFuture.completedFuture(null));
        cluster.pass(TTL);
        assertThat(a.election.isLeader()).isFalse();
        a.election.enable();
        cluster.pass(Duration.ofMillis(20));
        assertThat(a.election.isLeader()).isTrue();
    }

    @Test
    void l43_oneNodeAfterTheOtherMayRestartEmptyWithoutAnyChange() {
        startBoth();

        for (int i = 0; i < 60; i++) {
            cluster.servers().get(i % 3).forget();
            cluster.pass(TTL.dividedBy(2));
        }

        assertThat(a.told).containsExactly("gained");
    }

    @Test
    void restartAnyNumberOfTimes() {
        for (int i = 0; i < 50; i++) {
            a.election.start();
            cluster.pass(Duration.ofMillis(20));
            assertThat(a.election.isLeader()).isTrue();
            cluster.await(a.election.stop(CompletableFuture.completedFuture(null)));
            assertThat(cluster.servers()).noneMatch(server -> server.isHeld(ORDERS));
        }
        cluster.pass(Duration.ofSeconds(1));
        assertThat(cluster.time().timers()).isZero();
    }

    @Test
    void stopAtAnyMomentLeavesNoKey() {
        for (int micros = 0; micros < 2000; micros += 50) {
            a.election.start();
            cluster.pass(Duration.ofNanos(micros * 1000L));
            a.election.stop(CompletableFuture.completedFuture(null));
            cluster.pass(Duration.ofMillis(20));

            assertThat(cluster.servers()).as("after %s us", micros).noneMatch(server -> server.isHeld(ORDERS));
        }
    }
}
