// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A new holder after nodes lost their memory or their clocks stepped: whom it waits for, and how (S-T). */
class TakeoverTest {

    private static final Resource ORDERS = Resource.lock("orders");
    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration WAIT = Duration.ofMillis(3032); // and 1 % and 2 ms

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");
    private final Member b = cluster.member("b");

    private CompletableFuture<Optional<Lease>> contend(Member member, Duration timeout) {
        return member.redlock().acquireAsync(member.redlock().request("orders").timeout(timeout));
    }

    private void forget(int... nodes) {
        IntStream.of(nodes).forEach(node -> cluster.servers().get(node).forget());
    }

    private long keys() {
        return cluster.holders("orders");
    }

    @Test
    void aHealthyClusterPaysNothing() {
        Lease first = cluster.tryAcquire(a, "orders").orElseThrow();
        cluster.await(first.releaseAsync());

        assertThat(cluster.tryAcquire(b, "orders")).isPresent();
        assertThat(cluster.servers()).allMatch(server -> server.count(Verb.MINT) == 0);
    }

    @Test
    void aMinorityThatForgotCostsNothing() {
        forget(2);

        assertThat(cluster.tryAcquire(a, "orders")).isPresent();
    }

    @Test
    void afterAMajorityForgotTheNextHolderWaitsUntilTheLastOneIsOver() {
        Lease held = cluster.tryAcquire(a, "orders").orElseThrow();
        forget(0, 1, 2);

        CompletableFuture<Optional<Lease>> waiting = contend(b, Duration.ofSeconds(30));
        while (held.isValid()) {
            cluster.pass(Duration.ofMillis(1));
            assertThat(waiting).as("while the first holds").isNotDone();
        }
        assertThat(keys()).as("kept while waiting").isEqualTo(3);
        Lease taken = cluster.await(waiting, WAIT).orElseThrow();

        assertThat(taken.isValid()).isTrue();
        assertThat(taken.fencingToken()).isGreaterThan(held.fencingToken());
        cluster.pass(TTL.multipliedBy(2));
        assertThat(taken.isValid())
                .as("not extended beyond the wait unless asked for")
                .isFalse();
    }

    @Test
    void theWaitIsNoLongerThanTheLongestHold() {
        forget(0, 1, 2);
        long start = cluster.time().nanos();

        cluster.await(contend(b, Duration.ofSeconds(30)), WAIT.plusMillis(20));

        assertThat(Duration.ofNanos(cluster.time().nanos() - start)).isGreaterThanOrEqualTo(WAIT);
    }

    @Test
    void whoKnewTheNewMemoryForAWhileWaitsOnlyForTheRest() {
        forget(0, 1, 2);
        contend(b, Duration.ZERO).handle((lease, failure) -> failure); // sees it, and has it marked
        cluster.pass(Duration.ofSeconds(2));

        assertThat(cluster.await(
                        contend(b, Duration.ofSeconds(30)), WAIT.minusSeconds(2).plusMillis(50)))
                .isPresent();
    }

    @Test
    void aWaitLongerThanTheTimeOutIsRefusedAtOnceAndLeavesNoKey() {
        forget(0, 1, 2);

        Throwable failure = cluster.awaitFailure(contend(b, Duration.ofSeconds(2)));
        cluster.pass(Duration.ofMillis(10));

        assertThat(failure)
                .isInstanceOfSatisfying(
                        TakeoverPendingException.class,
                        pending -> assertThat(pending.remaining()).isBetween(WAIT.minusMillis(10), WAIT))
                .hasMessageContaining("node-1: its memory bears no valid mark yet");
        assertThat(keys()).isZero();
    }

    @Test
    void afterTheRemainingTimeOneAttemptIsEnough() {
        forget(0, 1, 2);
        assertThat(cluster.awaitFailure(contend(b, Duration.ZERO))).isInstanceOf(TakeoverPendingException.class);
        cluster.pass(Duration.ofMillis(5));
        assertThat(cluster.awaitFailure(contend(b, Duration.ZERO)))
                .isInstanceOf(TakeoverPendingException.class)
                .hasMessageContaining("its memory is not known for long enough");
        cluster.pass(WAIT);

        assertThat(cluster.tryAcquire(b, "orders")).isPresent();
    }

    @Test
    void keysThatVanishedAreNoticedByTheNextTakerAndByTheOneAfter() {
        assertThat(cluster.tryAcquire(a, "orders")).isPresent();
        cluster.pass(Duration.ofMillis(10));
        cluster.servers().forEach(server -> server.delete(ORDERS));

        assertThat(cluster.awaitFailure(contend(b, Duration.ZERO)))
                .isInstanceOf(TakeoverPendingException.class)
                .hasMessageContaining("a key vanished there before its time");
        cluster.pass(Duration.ofMillis(10));
        assertThat(cluster.awaitFailure(contend(cluster.member("c"), Duration.ZERO)))
                .as("a release does not erase the evidence")
                .isInstanceOf(TakeoverPendingException.class);
    }

    @Test
    void aKeyThatExpiredInOrderDidNotVanish() {
        assertThat(cluster.tryAcquire(a, "orders")).isPresent();
        cluster.pass(TTL.plusMillis(5));

        assertThat(cluster.tryAcquire(b, "orders")).isPresent();
    }

    @Test
    void aNodeClockThatStepsAheadExpiresKeysAndIsNoticed() {
        assertThat(cluster.tryAcquire(b, "other")).isPresent(); // b knows the clocks
        assertThat(cluster.tryAcquire(a, "orders")).isPresent();
        cluster.servers().forEach(server -> server.stepClock(Duration.ofHours(1)));

        assertThat(cluster.awaitFailure(contend(b, Duration.ZERO)))
                .isInstanceOf(TakeoverPendingException.class)
                .hasMessageContaining("its clock stepped");
    }

    @Test
    void nodesThatDoNotTellWhoTheyAreAreNotWaitedFor() {
        cluster.servers().subList(0, 2).forEach(server -> {
            server.showMemory(false);
            server.neverClean("no permission for INFO");
        });

        assertThat(cluster.awaitFailure(contend(b, Duration.ZERO)))
                .isInstanceOf(QuorumUnreachableException.class)
                .hasMessageContaining(
                        "node-1: agreed, but whether it keeps its memory cannot be told: no permission for INFO");
        cluster.pass(Duration.ofMillis(10));
        assertThat(keys()).isZero();
    }

    @Test
    void aNodeThatMayEvictIsWaitedForEveryTime() {
        cluster.servers().forEach(server -> server.neverClean("maxmemory-policy allkeys-lru"));

        for (int round = 0; round < 2; round++) {
            assertThat(cluster.awaitFailure(contend(b, Duration.ZERO))).isInstanceOf(TakeoverPendingException.class);
            Lease lease = cluster.await(contend(b, Duration.ofSeconds(4)), Duration.ofSeconds(4))
                    .orElseThrow();
            cluster.await(lease.releaseAsync());
        }
    }

    @Test
    void cancellingDuringTheWaitLeavesNoKeyAtAnyMoment() {
        for (int millis = 0; millis < 3100; millis += 97) {
            forget(0, 1, 2);
            CompletableFuture<Optional<Lease>> attempt = contend(b, Duration.ofSeconds(30));
            cluster.pass(Duration.ofMillis(millis));
            boolean cancelled = attempt.cancel(false);
            cluster.pass(Duration.ofMillis(10));

            if (cancelled) {
                assertThat(keys()).as("after %s ms", millis).isZero();
            } else {
                cluster.await(attempt.join().orElseThrow().releaseAsync());
            }
        }
        assertThat(cluster.time().timers()).isZero();
    }

    @Test
    void closingDuringTheWaitReturnsWhenAllIsGivenBack() {
        forget(0, 1, 2);
        CompletableFuture<Optional<Lease>> attempt = contend(b, Duration.ofSeconds(30));
        cluster.pass(Duration.ofSeconds(1));

        cluster.await(b.redlock().end());

        assertThat(attempt).isCompletedExceptionally();
        assertThat(keys()).isZero();
        assertThat(cluster.time().timers()).isZero();
    }

    @Test
    void keysLostDuringTheWaitEndItAndItBeginsAnew() {
        forget(0, 1, 2);
        CompletableFuture<Optional<Lease>> attempt = contend(b, Duration.ofSeconds(30));
        cluster.pass(Duration.ofSeconds(2));
        long again = cluster.time().nanos();
        forget(0, 1, 2);

        cluster.await(attempt, Duration.ofSeconds(10));

        assertThat(Duration.ofNanos(cluster.time().nanos() - again)).isGreaterThan(WAIT);
    }

    @Test
    void theTokenIsMintedAfterTheWaitSoThatNobodyHasAHigherOne() {
        forget(0, 1, 2);
        CompletableFuture<Optional<Lease>> attempt = contend(b, Duration.ofSeconds(30));
        cluster.pass(Duration.ofSeconds(2));
        long meanwhile = cluster.servers().get(0).nowMillis() * 1024;

        assertThat(cluster.await(attempt, WAIT).orElseThrow().fencingToken()).isGreaterThan(meanwhile);
    }

    @Test
    void countersThatDifferAfterTheWaitAreRaised() {
        forget(0, 1, 2);
        CompletableFuture<Optional<Lease>> attempt = contend(b, Duration.ofSeconds(30));
        cluster.pass(Duration.ofSeconds(1));
        long ahead = (cluster.servers().get(0).nowMillis() + 60_000) * 1024;
        cluster.servers().get(0).setCounter(ORDERS, ahead);
        cluster.servers().get(1).setCounter(ORDERS, ahead + 7);

        long token = cluster.await(attempt, WAIT).orElseThrow().fencingToken();

        assertThat(token).isEqualTo(ahead + 8);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anElectionAnnouncesNobodyDuringTheWait(boolean stopped) {
        forget(0, 1, 2);
        LeaderElection election = a.redlock().election("orders", new Quiet());
        election.start();

        for (int i = 0; i < 30; i++) {
            cluster.pass(Duration.ofMillis(100));
            assertThat(election.isLeader()).isFalse();
        }
        if (stopped) {
            cluster.await(election.stop(CompletableFuture.completedFuture(null)));
            cluster.pass(Duration.ofMillis(10));
            assertThat(cluster.servers()).noneMatch(server -> server.isHeld(Resource.leadership("orders")));
        } else {
            cluster.pass(Duration.ofMillis(100));
            assertThat(election.isLeader()).isTrue();
        }
    }

    /** Wants to know nothing. */
    private static final class Quiet implements ElectionListener {}
}
