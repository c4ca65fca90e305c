// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.Release;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** A lease belongs to no thread. */
interface ThreadsContract extends Contract {

    @Test
    default void l07_anyThreadMayExtendAndRelease() {
        passAround(Executors.newCachedThreadPool());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    default void l07_anyVirtualThreadMayExtendAndRelease() throws ReflectiveOperationException {
        passAround(
                (ExecutorService) // not there when this is compiled for Java 17
                        Executors.class
                                .getMethod("newVirtualThreadPerTaskExecutor")
                                .invoke(null));
    }

    private void passAround(ExecutorService threads) {
        try {
            Redlock redlock = setting().engine();

            Lease lease = on(threads, () -> redlock.tryAcquire("orders").orElseThrow());
            on(threads, () -> lease.extend(Setting.TTL));
            assertThat(on(threads, lease::isValid)).isTrue();

            assertThat(on(threads, lease::release)).isEqualTo(Release.RELEASED);
            setting().assertGone("orders");
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> T on(ExecutorService threads, Callable<T> work) {
        return Setting.outcome(threads.submit(work));
    }

    @Test
    default void continuationsMayBlockAndCallTheEngine() {
        Redlock redlock = setting().engine();
        CompletableFuture<Lease> second = new CompletableFuture<>();

        Future<Release> chain = redlock.acquireAsync(redlock.request("first")).thenApply(first -> {
            second.complete(redlock.tryAcquire("second").orElseThrow());
            return first.orElseThrow().release();
        });

        assertThat(Setting.outcome(chain)).isEqualTo(Release.RELEASED);
        assertThat(Setting.outcome(second).isValid()).isTrue();
        setting().assertGone("first");
    }
}
