// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grants that came too slowly to tell whether their nodes' clocks are right (S-T4): above 7.5 ms for a ttl of 3 s. */
class SecondLookTest {

    private static final Duration QUICK = Duration.ofNanos(200_000);
    private static final Duration SLOW = Duration.ofMillis(10);
    private static final Duration UNDER_WAY = Duration.ofMillis(12);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member member = cluster.member("a");

    @BeforeEach
    void knowTheClocks() {
        cluster.pass(Duration.ofSeconds(1));
    }

    private void delay(Duration eachWay, int... nodes) {
        IntStream.of(nodes).forEach(node -> member.link(node).delay(eachWay));
    }

    private CompletableFuture<Optional<Lease>> attempt() {
        LeaseRequest request = member.redlock().request("orders").timeout(Duration.ZERO);
        return member.redlock().acquireAsync(request);
    }

    /** The answers to the attempt are slow, and all that follow quick. */
    private CompletableFuture<Optional<Lease>> attemptWithSlowAnswers() {
        delay(SLOW, 0, 1, 2);
        CompletableFuture<Optional<Lease>> attempt = attempt();
        cluster.pass(UNDER_WAY);
        delay(QUICK, 0, 1, 2);
        return attempt;
    }

    private long asked(int node, Verb verb) {
        return cluster.servers().get(node).count(verb);
    }

    @Test
    void aSlowAnswerNowAndThenCostsOneRoundTripAndNotTheWait() {
        Lease lease = cluster.await(attemptWithSlowAnswers()).orElseThrow();

        assertThat(lease.isValid()).isTrue();
        assertThat(asked(0, Verb.EXTEND) + asked(1, Verb.EXTEND)).isEqualTo(2);
        assertThat(asked(0, Verb.MINT)).isZero();
    }

    @Test
    void whoseEvidenceIsEnoughIsNotLookedAtAgain() {
        delay(SLOW, 2);

        assertThat(cluster.await(attempt())).isPresent();
        assertThat(cluster.servers()).allMatch(server -> server.count(Verb.EXTEND) == 0);
    }

    @Test
    void onlyTheSlowOnesAreLookedAtAgain() {
        delay(SLOW, 1);
        cluster.servers().get(2).forget();
        CompletableFuture<Optional<Lease>> attempt = attempt();
        cluster.pass(UNDER_WAY);
        delay(QUICK, 1);

        assertThat(cluster.await(attempt)).isPresent();
        assertThat(asked(1, Verb.EXTEND)).isEqualTo(1);
        assertThat(asked(0, Verb.EXTEND)).isZero();
    }

    @Test
    void aStepOfTheClockBeforeTheSecondLookIsSeenByIt() {
        CompletableFuture<Optional<Lease>> attempt = attemptWithSlowAnswers();
        cluster.servers().forEach(server -> server.stepClock(Duration.ofMillis(40)));

        assertThat(cluster.awaitFailure(attempt))
                .isInstanceOf(TakeoverPendingException.class)
                .hasMessageContaining("its clock stepped");
    }

    @Test
    void aMemoryLostBeforeTheSecondLookCountsForNothing() {
        CompletableFuture<Optional<Lease>> attempt = attemptWithSlowAnswers();
        cluster.servers().forEach(ModelServer::forget);

        assertThat(cluster.awaitFailure(attempt))
                .isInstanceOf(QuorumUnreachableException.class)
                .hasMessageContaining("node-1: " + Answer.ABSENT);
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void nodesThatStaySlowAreGivenUpAfterThreeLooks() {
        delay(SLOW, 0, 1, 2);

        assertThat(cluster.awaitFailure(attempt()))
                .isInstanceOf(TakeoverPendingException.class)
                .hasMessageContaining("took too long to tell whether its clock is right");
        assertThat(asked(0, Verb.EXTEND)).isEqualTo(3);
        cluster.pass(UNDER_WAY);
        assertThat(cluster.holders("orders")).isZero();
    }
}
