// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** On whose threads the results of an engine come. */
class DeliveryTest {

    private static final Duration ENOUGH = Duration.ofMillis(100);

    private final ModelCluster cluster = new ModelCluster(3);
    private final Redlock redlock = cluster.member("me").redlock();
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    @Test
    void aLeaseAndItsReleaseComeOnTheExecutorThatWasGiven() {
        CompletableFuture<Optional<Lease>> acquiring = redlock.acquireAsync(redlock.request("orders"), tasks::add);
        cluster.pass(ENOUGH);
        assertThat(acquiring).isNotDone();

        tasks.remove().run();
        assertThat(acquiring).isDone();
        CompletionStage<Release> releasing = acquiring.join().orElseThrow().releaseAsync(tasks::add);
        cluster.pass(ENOUGH);
        assertThat(releasing.toCompletableFuture()).isNotDone();

        tasks.remove().run();
        assertThat(releasing.toCompletableFuture()).isCompletedWithValue(Release.RELEASED);
        assertThat(tasks).isEmpty();
    }

    @Test
    void aLeaseThatIsNotWantedAnyMoreWhenItsTurnComesIsGivenBack() {
        CompletableFuture<Optional<Lease>> acquiring = redlock.acquireAsync(redlock.request("orders"), tasks::add);
        cluster.pass(ENOUGH);
        acquiring.cancel(true);

        tasks.forEach(Runnable::run);
        cluster.pass(ENOUGH);

        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void whoShutDownTheirThreadsAreStillTold() {
        CompletableFuture<Optional<Lease>> acquiring = redlock.acquireAsync(redlock.request("orders"), task -> {
            throw new RejectedExecutionException("shut down");
        });

        assertThat(cluster.await(acquiring)).isPresent();
    }
}
