// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.camel.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has to drain before the leadership of a view is given away, by what ends it. */
final class Drains {

    private static final Logger LOG = LoggerFactory.getLogger(Drains.class);

    private Drains() {}

    /** Of the routes that work under the view's namespace, and of its listeners. */
    static Drain atLoss(RedlockClusterView view, BooleanSupplier isTold) {
        List<WatchedRoute> routes = view.getCamelContext().getRoutes().stream()
                .filter(route -> NamespaceRoutes.isUnder(route, view.getNamespace()))
                .map(WatchedRoute::losing)
                .toList();
        return new Drain(routes, isTold, () -> abandon(view));
    }

    /**
     * Of what may work under the view's namespace when all routes stop: its own routes, and those of no namespace, which its own may
     * feed. Nobody knows where the work of a namespace without routes comes from: all must stop then.
     */
    static Drain atStop(RedlockClusterView view) {
        List<Route> routes = view.getCamelContext().getRoutes();
        boolean isKnown = routes.stream().anyMatch(route -> NamespaceRoutes.isUnder(route, view.getNamespace()));
        List<WatchedRoute> watched = routes.stream()
                .filter(route -> !isKnown
                        || !NamespaceRoutes.isClustered(route)
                        || NamespaceRoutes.isUnder(route, view.getNamespace()))
                .map(route -> isKnown && !NamespaceRoutes.isClustered(route)
                        ? WatchedRoute.work(route)
                        : WatchedRoute.stopping(route))
                .toList();
        return new Drain(watched, () -> true, () -> abandon(view));
    }

    private static void abandon(RedlockClusterView view) {
        if (view.fencingToken().isPresent()) {
            LOG.warn(
                    "Work went on after the stop was over: leadership of '{}' is neither extended nor released, it expires",
                    view.getNamespace());
        }
        view.abandon();
    }
}
