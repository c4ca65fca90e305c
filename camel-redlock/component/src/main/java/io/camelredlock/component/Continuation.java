// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Goes on with an exchange when what it waited for has come: on a thread made for routes, never on one of the engine's; or
 * on the thread that waits, for an exchange that must not change threads. Thread-safe.
 *
 * <p>The engine brings results to {@link #threads} itself: passed on from its threads for callbacks they would come later.
 */
final class Continuation {

    private final Executor routes;

    Continuation(Executor routes) {
        this.routes = routes;
    }

    /** Where to bring what is waited for. The own thread of an exchange that stays only has to be woken, from any thread. */
    Executor threads(boolean stays) {
        return stays ? Runnable::run : this::onRoute;
    }

    /**
     * Goes on, now or later.
     *
     * @param pending comes on {@link #threads}
     * @param stays whether the exchange must stay on this thread, which waits then
     * @return whether it went on already
     */
    boolean resume(Outcome.Pending pending, Exchange exchange, boolean stays, AsyncCallback callback) {
        if (stays) {
            await(pending, exchange);
        } else if (!pending.stage().toCompletableFuture().isDone()) {
            CompletionStage<?> unused = pending.stage().whenComplete((outcome, failure) -> {
                apply(outcome, failure, exchange);
                callback.done(false);
            });
            return false;
        } else {
            pending.stage().toCompletableFuture().handle((outcome, failure) -> apply(outcome, failure, exchange));
        }
        callback.done(true);
        return true;
    }

    /** Whether the exchange is bound to its thread, by a transaction for example. */
    static boolean isBound(Exchange exchange) {
        return exchange.isTransacted();
    }

    private static void await(Outcome.Pending pending, Exchange exchange) {
        try {
            apply(pending.stage().toCompletableFuture().get(), null, exchange);
        } catch (ExecutionException failed) {
            apply(null, failed, exchange);
        } catch (InterruptedException interrupted) {
            pending.cancel().run();
            Thread.currentThread().interrupt();
            exchange.setException(interrupted);
        }
    }

    private void onRoute(Runnable goOn) {
        try {
            routes.execute(goOn);
        } catch (RejectedExecutionException stopped) {
            goOn.run(); // an exchange that nobody ends would hold up the shutdown
        }
    }

    private static boolean apply(@Nullable Outcome outcome, @Nullable Throwable failure, Exchange exchange) {
        try {
            if (outcome != null) {
                outcome.applyTo(exchange);
            } else if (failure != null) {
                exchange.setException(cause(failure));
            }
        } catch (Exception refused) {
            exchange.setException(refused);
        }
        return true;
    }

    /** What went wrong, without the wrapping of stages. */
    static Exception cause(Throwable failure) {
        boolean wraps = failure instanceof CompletionException || failure instanceof ExecutionException;
        Throwable cause = wraps && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof Exception exception ? exception : new IllegalStateException(cause);
    }
}
