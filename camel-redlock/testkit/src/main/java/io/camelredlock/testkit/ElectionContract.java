// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Redlock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Leaders, their followers, and how one follows the other. */
interface ElectionContract extends Contract {

    @Test
    default void oneLeadsAndTheOtherKnowsWho() {
        Candidate leader = new Candidate(setting().engine(), "orders").leading();
        Candidate follower = new Candidate(setting().engine(), "orders").following(leader);

        assertThat(follower.election().isLeader()).isFalse();
        assertThat(follower.election().fencingToken()).isEmpty();
        assertThat(follower.told()).doesNotContain("gained");
        assertThat(leader.election().leader()).contains(leader.election().memberId());
        assertThat(leader.told()).containsExactly("gained");
    }

    @Test
    default void anOrderlyStopWaitsForTheWorkThenHandsOver() {
        Candidate leader = new Candidate(setting().engine(), "orders").leading();
        Candidate follower = new Candidate(setting().engine(), "orders").following(leader);
        long first = leader.election().fencingToken().orElseThrow();
        CompletableFuture<String> drained = new CompletableFuture<>();

        CompletableFuture<Void> stopped = leader.election().stop(drained).toCompletableFuture();
        assertThat(leader.election().isLeader()).isFalse();
        assertThat(leader.election().heldFencingToken()).hasValue(first);
        assertThat(follower.election().isLeader()).as("while work drains").isFalse();
        assertThat(stopped).isNotDone();
        drained.complete("drained");

        Setting.outcome(stopped);
        Setting.await().until(follower.election()::isLeader);
        assertThat(follower.election().fencingToken().orElseThrow()).isGreaterThan(first);
        assertThat(leader.told()).as("an own wish is no loss").containsExactly("gained");
    }

    @Test
    default void whoStoppedCanStartAgainAndFollows() {
        Candidate one = new Candidate(setting().engine(), "orders").leading();
        Candidate other = new Candidate(setting().engine(), "orders").following(one);
        one.stopped();
        Setting.await().until(other.election()::isLeader);

        one.following(other);
        other.stopped();

        Setting.await().until(one.election()::isLeader);
        assertThat(other.election().isLeader()).isFalse();
    }

    @Test
    default void closingAnEngineHandsOver() {
        Redlock closing = setting().engine();
        Candidate leader = new Candidate(closing, "orders").leading();
        Candidate follower = new Candidate(setting().engine(), "orders").following(leader);

        closing.close();

        assertThat(leader.election().isLeader()).isFalse();
        Setting.await().until(follower.election()::isLeader);
    }

    @Test
    default void aDisabledMemberHandsOverAndLooksOn() {
        Candidate one = new Candidate(setting().engine(), "orders").leading();
        Candidate other = new Candidate(setting().engine(), "orders").following(one);

        one.election().disable(CompletableFuture.completedFuture("drained"));

        Setting.await().until(other.election()::isLeader);
        Setting.await()
                .until(() -> one.election()
                        .leader()
                        .equals(Optional.of(other.election().memberId())));
        assertThat(one.election().isDisabled()).isTrue();
        assertThat(one.told()).startsWith("gained", "lost RELEASED");
    }

    @Test
    default void locksAndNamespacesOfOneNameHaveNothingToDoWithEachOther() {
        Redlock redlock = setting().engine();
        assertThat(redlock.tryAcquire("orders")).isPresent();

        Candidate leader = new Candidate(redlock, "orders").leading();

        assertThat(leader.election().isLeader()).isTrue();
    }

    @Test
    default void l67_ofLeadershipOnlyTheCountersStay() {
        new Candidate(setting().engine(), "orders").leading().stopped();

        for (RedisNode node : setting().answering()) {
            for (String key : Setting.keysOf(node)) {
                boolean isCounter = "hash".equals(node.ask(jedis -> jedis.type(key)));
                assertThat(isCounter || node.pttl(key) != -1)
                        .as("expiry of %s on %s", key, node)
                        .isTrue();
            }
        }
    }
}
