// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.camel.cluster.CamelClusterEventListener;
import org.jspecify.annotations.Nullable;

/**
 * Looks who leads a namespace and never takes part: by the view of the cluster service, if this member takes part anyway, and
 * else by asking the nodes. Has no thread of its own. Thread-safe.
 */
final class NamespaceWatch {

    private final ClusterEngine engine;
    private final @Nullable RedlockClusterService service;
    private final String namespace;
    private final Runnable changed;
    private final LeaderElection observed;
    private final Consumer<RedlockClusterView> views = this::viewCreated;
    private final CamelClusterEventListener.Leadership listener;

    /** {@code changed} is called, on any thread, when something may be new. */
    NamespaceWatch(ClusterEngine engine, @Nullable RedlockClusterService service, String namespace, Runnable changed) {
        this.engine = engine;
        this.service = service;
        this.namespace = namespace;
        this.changed = changed;
        this.listener = (view, leader) -> changed.run();
        this.observed = engine.election(namespace, new ElectionListener() {
            @Override
            public void leaderChanged(LeaderElection election, Optional<String> leader) {
                changed.run();
            }
        });
    }

    void start() {
        observed.disable(CompletableFuture.completedStage(null));
        engine.redlock().membership().watch(changed);
        if (service != null) {
            service.watchViews(views);
        }
    }

    void stop() {
        engine.redlock().membership().unwatch(changed);
        observed.stop(CompletableFuture.completedStage(null));
        if (service != null) {
            service.unwatchViews(views);
            service.peek(namespace).ifPresent(view -> view.removeEventListener(listener));
        }
    }

    private void viewCreated(RedlockClusterView view) {
        if (view.getNamespace().equals(namespace)) {
            view.addEventListener(listener);
            changed.run();
        }
    }

    NamespaceState present() {
        Optional<RedlockClusterView> view =
                service == null ? Optional.empty() : service.peek(namespace).filter(RedlockClusterView::isStarted);
        return view.map(this::seenBy)
                .orElseGet(() -> new NamespaceState(
                        engine.memberId(), false, observed.leader(), OptionalLong.empty(), others()));
    }

    private Set<String> others() {
        Set<String> others = new HashSet<>(engine.redlock().membership().members());
        others.remove(engine.memberId());
        return others;
    }

    private NamespaceState seenBy(RedlockClusterView view) {
        Subscriber.Present present = view.present();
        return new NamespaceState(
                engine.memberId(),
                present.leads(),
                Optional.of(present.leader()).filter(id -> !id.isEmpty()),
                present.leads() ? OptionalLong.of(present.fencingToken()) : OptionalLong.empty(),
                others());
    }
}
