// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;

/** Passes what the nodes tell unasked on to those who wait for it. Safe for use by several threads. */
final class Wakeups implements NodeListener {

    /** Who waits; called on the nodes' threads. */
    interface Waiter {

        /** A node told of a release, or may just have missed telling one. */
        void woken(int node);

        /** A node votes again. */
        void available();

        /** A node will tell of releases from now on. */
        void watching(int node);
    }

    private final Cluster cluster;
    private final Runnable whenAvailable;
    private final Map<Resource, List<Waiter>> waiters = new ConcurrentHashMap<>();

    /** {@code whenAvailable} is run when a node votes again. */
    Wakeups(Cluster cluster, Runnable whenAvailable) {
        this.cluster = cluster;
        this.whenAvailable = whenAvailable;
    }

    /** The waiter is told from now on, until {@link #remove}. */
    void add(Resource resource, Waiter waiter) {
        waiters.merge(resource, List.of(waiter), Wakeups::joined);
        each(resource, Node::watch); // after it can be found: what a node confirms to nobody would be missed
    }

    void remove(Resource resource, Waiter waiter) {
        waiters.computeIfPresent(resource, (key, before) -> {
            List<Waiter> after = new ArrayList<>(before);
            after.remove(waiter);
            if (after.isEmpty()) {
                each(resource, Node::unwatch);
                return null;
            }
            return List.copyOf(after);
        });
    }

    private static List<Waiter> joined(List<Waiter> before, List<Waiter> more) {
        List<Waiter> after = new ArrayList<>(before);
        after.addAll(more);
        return List.copyOf(after);
    }

    private void each(Resource resource, BiConsumer<Node, Resource> action) {
        if (cluster.options().notifications()) {
            cluster.nodes().forEach(node -> action.accept(node, resource));
        }
    }

    @Override
    public void available(Node node) {
        waiters.values().forEach(each -> each.forEach(Waiter::available));
        whenAvailable.run();
    }

    @Override
    public void released(Node node, Resource resource) {
        tell(node, resource, Waiter::woken);
    }

    @Override
    public void watching(Node node, Resource resource) {
        tell(node, resource, Waiter::watching);
    }

    @Override
    public void observed(Node node, Evidence evidence) {
        cluster.observe(cluster.nodes().indexOf(node), evidence);
    }

    private void tell(Node node, Resource resource, ObjIntConsumer<Waiter> message) {
        int number = cluster.nodes().indexOf(node);
        waiters.getOrDefault(resource, List.of()).forEach(waiter -> message.accept(waiter, number));
    }
}
