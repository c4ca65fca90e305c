// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.apache.camel.cluster.CamelClusterEventListener;

/** The listeners of one view. No lock is held while one is called, so each may come and go in its own callback. */
final class Subscribers {

    private final List<Subscriber> all = new CopyOnWriteArrayList<>();

    void add(Subscriber subscriber) {
        all.add(subscriber);
    }

    void remove(CamelClusterEventListener listener) {
        all.stream().filter(subscriber -> subscriber.is(listener)).forEach(Subscriber::remove);
        all.removeIf(subscriber -> subscriber.is(listener));
    }

    /** Something may have changed. */
    void signal(Executor executor) {
        all.forEach(subscriber -> subscriber.signal(executor));
    }

    /** Whether all have been told everything and have returned. */
    boolean areSettled() {
        return all.stream().allMatch(Subscriber::isSettled);
    }
}
