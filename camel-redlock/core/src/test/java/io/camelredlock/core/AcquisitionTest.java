// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting for a resource: how often, how long, and what ends it. */
class AcquisitionTest {

    private static final Resource ORDERS = Resource.lock("orders");

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");
    private final Member b = cluster.member("b");

    private CompletableFuture<Optional<Lease>> contend(Member member, Duration timeout) {
        return member.redlock().acquireAsync(member.redlock().request("orders").timeout(timeout));
    }

    private long attempts() {
        return cluster.servers().get(0).count(Verb.ACQUIRE);
    }

    @ParameterizedTest(name = "retryCount {0} makes {1} attempts")
    @CsvSource({"0,1", "1,2", "3,4"})
    void l100_attemptsAreRetriesPlusOne(int retries, int expected) {
        cluster.servers().forEach(server -> server.takeBy("x", ORDERS, Duration.ofSeconds(60)));
        Member polling = cluster.member("p", RedlockOptions.builder().notifications(false));
        LeaseRequest request = polling.redlock().request("orders").retryCount(retries);

        assertThat(cluster.await(polling.redlock().acquireAsync(request), Duration.ofSeconds(5)))
                .isEmpty();

        assertThat(attempts()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200, 2000})
    void l29_theCallersTimeBoundsTheWait(int millis) {
        a.links().forEach(ModelNode::freeze);
        long start = cluster.time().nanos();

        Throwable failure = cluster.await(
                contend(a, Duration.ofMillis(millis)).handle((lease, thrown) -> thrown), Duration.ofSeconds(5));

        assertThat(failure).isInstanceOf(QuorumUnreachableException.class);
        Duration took = Duration.ofNanos(cluster.time().nanos() - start);
        assertThat(took)
                .isLessThanOrEqualTo(Duration.ofMillis(millis)
                        .plus(a.redlock().options().nodeTimeout())
                        .plusMillis(1));
    }

    @Test
    void aReleaseWakesTheWaiterWithinMilliseconds() {
        Lease held = cluster.tryAcquire(a, "orders").orElseThrow();
        CompletableFuture<Optional<Lease>> waiting = contend(b, Duration.ofSeconds(30));
        cluster.pass(Duration.ofMillis(500));
        assertThat(waiting).isNotDone();

        cluster.await(held.releaseAsync());

        assertThat(cluster.await(waiting, Duration.ofMillis(10))).isPresent();
    }

    @Test
    void aCrashIsNoticedWhenTheGrantExpires() {
        Lease held = cluster.tryAcquire(a, "orders").orElseThrow();
        CompletableFuture<Optional<Lease>> waiting = contend(b, Duration.ofSeconds(30));

        Duration rest = held.remaining().plus(a.redlock().options().drift());

        assertThat(cluster.await(waiting, rest.plusMillis(20))).isPresent();
    }

    @Test
    void l115_oneSilentNodeDoesNotKeepAWaiterAsleep() {
        Lease held = cluster.tryAcquire(a, "orders").orElseThrow();
        CompletableFuture<Optional<Lease>> waiting = contend(b, Duration.ofSeconds(30));
        cluster.pass(Duration.ofMillis(500));
        b.link(0).freeze();

        cluster.await(held.releaseAsync());

        assertThat(cluster.await(waiting, Duration.ofMillis(200))).isPresent();
    }

    @Test
    void waitersOfOneProcessAreServedInTheirOrderAndAskAsOne() {
        Lease held = cluster.tryAcquire(a, "orders").orElseThrow();
        List<Integer> served = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            contend(b, Duration.ofSeconds(30)).thenAccept(lease -> {
                served.add(number);
                lease.orElseThrow().releaseAsync();
            });
        }
        cluster.pass(Duration.ofMillis(1000));
        assertThat(attempts()).isLessThan(5);

        cluster.await(held.releaseAsync());
        cluster.pass(Duration.ofSeconds(2));

        assertThat(served).hasSize(20).isSorted();
    }

    @Test
    void acquireTwiceInOneProcessDoesNotDeadlock() {
        Lease held = cluster.tryAcquire(a, "orders").orElseThrow();

        assertThat(cluster.await(contend(a, Duration.ofMillis(500)))).isEmpty();
        assertThat(held.isValid()).isTrue();
    }

    @Test
    void cancellingLeavesNoKeyAtAnyMoment() {
        for (int micros = 0; micros < 1500; micros += 50) {
            CompletableFuture<Optional<Lease>> attempt = contend(a, Duration.ofSeconds(1));
            cluster.pass(Duration.ofNanos(micros * 1000L));
            boolean cancelled = attempt.cancel(false);
            cluster.pass(Duration.ofMillis(20));

            if (cancelled) {
                assertThat(cluster.holders("orders")).as("after %s us", micros).isZero();
            } else {
                cluster.await(attempt.join().orElseThrow().releaseAsync());
            }
        }
        cluster.pass(Duration.ofSeconds(1));
        assertThat(cluster.time().timers()).isZero();
    }

    @Test
    void l114_unreachableNodesAreNotHammered() {
        a.links().forEach(link -> link.down(true));
        Member quick = cluster.member(
                "q", RedlockOptions.builder().retryDelay(Duration.ofMillis(1)).retryJitter(Duration.ZERO));
        quick.links().forEach(link -> link.loseReplies(true));

        cluster.await(contend(quick, Duration.ofSeconds(2)).handle((lease, failure) -> failure), Duration.ofSeconds(4));

        assertThat(attempts()).isLessThanOrEqualTo(6);
    }

    @Test
    void nodesThatComeBackAreAskedAtOnce() {
        a.links().forEach(link -> link.down(true));
        CompletableFuture<Optional<Lease>> waiting = contend(a, Duration.ofSeconds(30));
        cluster.pass(Duration.ofSeconds(3));

        a.links().forEach(link -> link.down(false));

        assertThat(cluster.await(waiting, Duration.ofMillis(20))).isPresent();
    }

    @Test
    void contendersThatSplitTheVotesPart() {
        for (int round = 0; round < 50; round++) {
            List<CompletableFuture<Optional<Lease>>> all = new ArrayList<>();
            for (Member member : List.of(a, b, cluster.member("c"))) {
                all.add(contend(member, Duration.ofSeconds(30)));
            }
            cluster.pass(Duration.ofMillis(300));

            assertThat(all).filteredOn(CompletableFuture::isDone).hasSize(1);
            all.forEach(each -> each.cancel(false));
            all.stream()
                    .filter(each -> !each.isCancelled())
                    .forEach(each -> cluster.await(each.join().orElseThrow().releaseAsync()));
        }
    }

    @Test
    void aClosedEngineSaysSoAndLeavesNothing() {
        assertThat(cluster.tryAcquire(a, "orders")).isPresent();

        cluster.await(a.redlock().end());

        assertThat(cluster.awaitFailure(contend(a, Duration.ofSeconds(1)))).isInstanceOf(RedlockClosedException.class);
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void l113_closingAmidAnAttemptLeavesNothing() {
        for (int micros = 0; micros < 1200; micros += 50) {
            Member closing = cluster.member("closing");
            CompletableFuture<Optional<Lease>> attempt = contend(closing, Duration.ofSeconds(1));
            cluster.pass(Duration.ofNanos(micros * 1000L));

            cluster.await(closing.redlock().end());

            assertThat(attempt).isDone();
            assertThat(cluster.holders("orders")).as("after %d µs", micros).isZero();
        }
    }

    @Test
    void l33_aWaiterWhoseTurnNeverCameIsNotToldThatSomebodyHolds() {
        a.links().forEach(ModelNode::freeze);
        contend(a, Duration.ofSeconds(10));

        assertThat(cluster.awaitFailure(contend(a, Duration.ofMillis(100))))
                .isInstanceOf(QuorumUnreachableException.class);
    }
}
