// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.camel.cluster.CamelClusterEventListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of one view. No lock is held while one is called, so each may come and go in its own callback. */
final class Subscribers {

    private static final Logger LOG = LoggerFactory.getLogger(Subscribers.class);

    /**
     * When followers are told once more that they do not lead: a {@code master:} consumer up to Camel 4.18.2 that gained and
     * lost within a second starts after the loss, one second after the gain, and only another event stops it. The first of
     * these comes as soon as that can have happened, as the next leader starts about then; the others if it took longer.
     */
    private static final long[] REPEATS_MILLIS = {1_100, 1_500, 5_000, 15_000};

    private final RedlockClusterView view;
    private final List<Subscriber> all = new CopyOnWriteArrayList<>();
    private final AtomicInteger repeats = new AtomicInteger();
    private volatile @Nullable ClusterEngine engine;

    Subscribers(RedlockClusterView view) {
        this.view = view;
    }

    /** Whose threads they are told on from now on. */
    void use(ClusterEngine current) {
        engine = current;
    }

    /** Adds one and tells it the present state on this thread; added first, so that what changes meanwhile is told as well. */
    void addTold(CamelClusterEventListener listener) {
        Subscriber subscriber = new Subscriber(view, listener);
        subscriber.tellAtOnce(() -> all.add(subscriber));
    }

    /** Adds one that is told when something changes. */
    void add(CamelClusterEventListener listener) {
        all.add(new Subscriber(view, listener));
    }

    void remove(CamelClusterEventListener listener) {
        all.stream().filter(subscriber -> subscriber.is(listener)).forEach(Subscriber::remove);
        all.removeIf(subscriber -> subscriber.is(listener));
    }

    /** Something may have changed: each is told what is new to it. */
    void changed() {
        onEngine(open -> all.forEach(subscriber -> subscriber.signal(open.listeners())));
    }

    /** The leadership ended: each is told, and again a little later. */
    void lost() {
        changed();
        onEngine(open -> {
            for (long delay : REPEATS_MILLIS) {
                ScheduledFuture<?> unused = open.timers().schedule(this::repeat, delay, TimeUnit.MILLISECONDS);
            }
        });
    }

    /** Whether all have been told everything and have returned. */
    boolean areSettled() {
        return all.stream().allMatch(Subscriber::isSettled);
    }

    /** How often the same state was worth telling again. */
    int repeats() {
        return repeats.get();
    }

    private void repeat() {
        if (!view.isLeading()) {
            repeats.incrementAndGet();
            changed();
        }
    }

    private void onEngine(Consumer<ClusterEngine> action) {
        ClusterEngine open = engine;
        try {
            if (open != null) {
                action.accept(open);
            }
        } catch (RejectedExecutionException closed) {
            LOG.debug("Nobody is told of namespace '{}' any more: {}", view.getNamespace(), closed.getMessage());
        }
    }
}
