// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseRequest;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Waiting for what somebody else holds. */
interface WaitingContract extends Contract {

    /** A waiter that is not woken would come far too late. */
    private static RedlockOptionsBuilder sleepy(RedlockOptionsBuilder options) {
        return options.ttl(Duration.ofMinutes(1)).retryDelay(Duration.ofMinutes(1));
    }

    private static LeaseRequest patient(Redlock redlock) {
        return redlock.request("orders").timeout(Setting.PATIENCE);
    }

    private void awaitAttemptOf(CompletableFuture<?> waiter) {
        Setting.await().until(() -> waiter.isDone() || isWatched());
        assertThat(waiter).isNotDone();
    }

    private boolean isWatched() {
        long watching = setting().answering().stream()
                .filter(node -> node.ask(jedis -> jedis.pubsubNumSub(setting().key("orders"))).values().stream()
                                .mapToLong(Long::longValue)
                                .sum()
                        > 0)
                .count();
        return watching == setting().answering().size();
    }

    @Test
    default void aReleaseWakesAWaiterOfAnotherEngine() {
        Lease holder =
                setting().engine(WaitingContract::sleepy).tryAcquire("orders").orElseThrow();
        Redlock other = setting().engine(WaitingContract::sleepy);
        CompletableFuture<Optional<Lease>> waiter = other.acquireAsync(patient(other));
        awaitAttemptOf(waiter);

        holder.release();

        assertThat(Setting.outcome(waiter)).isPresent();
    }

    @Test
    default void waitersOfOneEngineAreServedInTheirOrder() {
        Lease holder =
                setting().engine(WaitingContract::sleepy).tryAcquire("orders").orElseThrow();
        Redlock other = setting().engine(WaitingContract::sleepy);
        List<Integer> served = new CopyOnWriteArrayList<>();
        List<CompletableFuture<?>> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            waiters.add(other.acquireAsync(patient(other)).thenAccept(lease -> {
                served.add(number);
                lease.orElseThrow().release();
            }));
        }
        awaitAttemptOf(waiters.get(0));

        holder.release();

        waiters.forEach(Setting::outcome);
        assertThat(served).containsExactly(0, 1, 2, 3, 4);
        setting().assertGone("orders");
    }

    @Test
    default void aLeaseThatIsNotReleasedIsGotWhenItExpires() throws InterruptedException {
        Redlock one = setting().engine();
        Lease holder =
                one.acquire(one.request("orders").ttl(Duration.ofMillis(300))).orElseThrow();
        Redlock other = setting().engine();

        Lease next = other.acquire(patient(other)).orElseThrow();

        assertThat(holder.isValid()).isFalse();
        assertThat(next.fencingToken()).isGreaterThan(holder.fencingToken());
    }

    @Test
    default void l29_waitingEndsAtTheTimeout() throws InterruptedException {
        setting().othersLease("orders");
        Redlock other = setting().engine();
        long start = System.nanoTime();

        assertThat(other.acquire(other.request("orders").timeout(Duration.ofMillis(200))))
                .isEmpty();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(200), Setting.PATIENCE);
    }

    @Test
    default void aWaiterThatIsInterruptedLeavesNoKey() {
        Lease holder =
                setting().engine(WaitingContract::sleepy).tryAcquire("orders").orElseThrow();
        Redlock other = setting().engine(WaitingContract::sleepy);

        assertThat(interrupted(() -> other.acquire(patient(other)))).isInstanceOf(InterruptedException.class);
        assertThat(interrupted(() -> {
                    other.lock("orders").lockInterruptibly();
                    return "locked";
                }))
                .isInstanceOf(InterruptedException.class);

        holder.release();
        setting().assertGone("orders");
        assertThat(other.tryAcquire("orders")).isPresent();
    }

    /** What a call throws that is interrupted while it waits. */
    private Throwable interrupted(Callable<?> call) {
        CompletableFuture<Thread> waiter = new CompletableFuture<>();
        Future<Throwable> thrown = setting().elsewhere(() -> {
            waiter.complete(Thread.currentThread());
            try {
                return new AssertionError("not interrupted but " + call.call());
            } catch (InterruptedException expected) {
                return expected;
            }
        });
        Thread thread = Setting.outcome(waiter);
        Setting.await().until(() -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();
        return Setting.outcome(thrown);
    }

    @Test
    default void cancellingAtAnyMomentLeavesNoKeyAndNobodyInTheQueue() {
        Redlock redlock = setting().engine();
        for (int i = 0; i < 50; i++) {
            CompletableFuture<Optional<Lease>> cancelled = redlock.acquireAsync(patient(redlock));
            if (i % 2 == 0) {
                Thread.yield(); // so that some have got it already
            }
            if (!cancelled.cancel(true)) {
                cancelled.join().orElseThrow().release();
            }
        }
        setting().assertGone("orders");
        assertThat(Setting.outcome(redlock.acquireAsync(patient(redlock)))).isPresent();
    }
}
