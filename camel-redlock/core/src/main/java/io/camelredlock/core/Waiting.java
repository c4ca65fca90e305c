// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How a caller's thread waits for the engine. */
final class Waiting {

    private Waiting() {}

    /** For what is bounded by a vote's time-out: not interruptible, but a pending interrupt is kept. */
    static <T> T on(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException wrapped) {
            throw unwrapped(wrapped);
        }
    }

    /** Like {@link #on}, but no longer than that by this thread's own clock, whoever completes it; whether it did. */
    static boolean atMost(Duration longest, CompletionStage<?> stage) {
        CompletableFuture<?> future = stage.toCompletableFuture();
        boolean interrupted = Thread.interrupted();
        try {
            future.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException again) {
            interrupted = true;
        } catch (ExecutionException | TimeoutException unfinished) {
            // the answer says so
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return future.isDone();
    }

    /** For what may take long: an interrupt ends it. */
    static <T> T interruptiblyOn(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException wrapped) {
            throw unwrapped(wrapped);
        } catch (CancellationException cancelled) {
            throw new RedlockClosedException();
        }
    }

    private static RuntimeException unwrapped(Exception wrapper) {
        Throwable cause = wrapper.getCause();
        if (cause instanceof RuntimeException runtime) {
            // the engine's exceptions are made on its threads; the caller's stack is what the caller needs to see
            runtime.addSuppressed(new CallerTrace());
            return runtime;
        }
        return new IllegalStateException(wrapper);
    }

    /** Where the caller stood. */
    private static final class CallerTrace extends Exception {
        private static final long serialVersionUID = 1L;

        CallerTrace() {
            super("called from");
        }
    }
}
