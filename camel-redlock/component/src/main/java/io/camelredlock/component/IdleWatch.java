// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives leaderships away under which nothing works: when none of the routes of a namespace has worked for too long. Looks now and
 * then; used by one thread at a time.
 */
final class IdleWatch {

    private static final Logger LOG = LoggerFactory.getLogger(IdleWatch.class);
    private static final Duration PERIOD = Duration.ofMillis(500);

    /** What others have to take it; longer than camel-master takes to start a consumer. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Supplier<Stream<RedlockClusterView>> views;
    private final ScheduledExecutorService timers;
    private final long mostLooks;
    private final Map<RedlockClusterView, Integer> idleLooks = new HashMap<>();

    IdleWatch(Supplier<Stream<RedlockClusterView>> views, Duration longest, ScheduledExecutorService timers) {
        this.views = views;
        this.timers = timers;
        this.mostLooks = longest.dividedBy(PERIOD);
    }

    /** Ends with the timers. */
    void begin() {
        long millis = PERIOD.toMillis();
        ScheduledFuture<?> unused =
                timers.scheduleWithFixedDelay(this::lookGuarded, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void lookGuarded() {
        try {
            views.get().forEach(this::look);
        } catch (RuntimeException unexpected) {
            LOG.warn("The routes of leaders could not be looked at; they will be again", unexpected);
        }
    }

    private void look(RedlockClusterView view) {
        List<String> idle =
                view.isLeading() ? IdleRoutes.ifAll(view.getCamelContext(), view.getNamespace()) : List.of();
        if (idle.isEmpty()) {
            idleLooks.remove(view);
        } else if (idleLooks.merge(view, 1, Integer::sum) > mostLooks) {
            idleLooks.remove(view);
            LOG.warn(
                    "Leader of '{}', but none of its routes works: the leadership is given to another; see {}",
                    view.getNamespace(),
                    idle);
            view.resign(PAUSE);
        }
    }
}
