// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.component.WatchedRoute.Look;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until nothing works under a leadership that ends, so that it can be given to the next. Looks every few milliseconds,
 * as Camel tells nobody when a route becomes quiet, and believes only what it saw twice, as an exchange between a queue and
 * its route is seen nowhere. Safe for use by several threads.
 */
final class Drain {

    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);
    private static final long LONGEST_PAUSE_MILLIS = 20;

    private final List<WatchedRoute> routes;
    private final BooleanSupplier isTold;
    private final Runnable whenForced;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();

    private Look last = Look.BUSY;
    private long pauseMillis = 2;
    private boolean over;

    /**
     * A drain of these routes that also waits until the listeners are told.
     *
     * @param whenForced called instead of completing {@link #drained} if work goes on that Camel does not wait for any more
     */
    Drain(List<WatchedRoute> routes, BooleanSupplier isTold, Runnable whenForced) {
        this.routes = routes;
        this.isTold = isTold;
        this.whenForced = whenForced;
    }

    /** Completes when nothing works any more. */
    CompletableFuture<Void> drained() {
        return drained;
    }

    synchronized boolean isOver() {
        return over;
    }

    /**
     * Starts looking: a drain with nothing to wait for ends here and now. The first look is at once, as a route that is removed
     * before it would be taken for one without work.
     */
    void begin(ScheduledExecutorService timers) {
        if (routes.isEmpty() && isTold.getAsBoolean()) {
            end(Look.QUIET);
        } else {
            lookAgain(timers);
        }
    }

    /** Stops looking without a result: the leadership goes on. */
    synchronized void cancel() {
        over = true;
    }

    /** Nobody waits any longer: decides by what is seen now. */
    void conclude() {
        boolean quiet;
        synchronized (this) {
            quiet = routes.stream().allMatch(route -> route.look() == Look.QUIET);
        }
        end(quiet ? Look.QUIET : Look.FORCED);
    }

    private void lookLater(ScheduledExecutorService timers) {
        ScheduledFuture<?> unused = timers.schedule(() -> lookAgain(timers), pauseMillis, TimeUnit.MILLISECONDS);
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
    }

    private void lookAgain(ScheduledExecutorService timers) {
        try {
            if (isSure()) {
                end(last);
            }
        } catch (RuntimeException unexpected) {
            LOG.warn("Routes cannot be looked at while their leadership ends; it is kept", unexpected);
        }
        if (!isOver()) {
            lookLater(timers);
        }
    }

    /** Looks, and says whether that is the last word. */
    private synchronized boolean isSure() {
        Look before = last;
        last = look();
        return last != Look.BUSY && (last == before || routes.isEmpty());
    }

    private Look look() {
        List<Look> looks = routes.stream().map(WatchedRoute::look).toList();
        if (looks.contains(Look.FORCED)) {
            return Look.FORCED;
        }
        return looks.contains(Look.BUSY) || !isTold.getAsBoolean() ? Look.BUSY : Look.QUIET;
    }

    private void end(Look result) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        if (result == Look.FORCED) {
            whenForced.run();
        } else {
            drained.complete(null);
        }
    }
}
