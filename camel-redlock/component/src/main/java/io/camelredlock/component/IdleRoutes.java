// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.StatefulService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the routes that do not work although their member leads: a leader at the level of the lock and dead at that of the work.
 * Camel may not have got round to it, or have given up: up to 4.18.2 it starts the consumer of a {@code master:} route once.
 */
final class IdleRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(IdleRoutes.class);

    private IdleRoutes() {}

    /** Their ids; empty if all work, or if nobody can tell. */
    static List<String> of(CamelContext context, String namespace) {
        return context.getRoutes().stream()
                .filter(route -> NamespaceRoutes.namespacesOf(route).anyMatch(namespace::equals))
                .filter(IdleRoutes::isIdle)
                .map(Route::getRouteId)
                .sorted()
                .toList();
    }

    /** Their ids if the namespace has routes and none of them works; else empty. */
    static List<String> ifAll(CamelContext context, String namespace) {
        List<String> idle = of(context, namespace);
        long all = context.getRoutes().stream()
                .filter(route -> NamespaceRoutes.isUnder(route, namespace))
                .count();
        return idle.size() == all ? idle : List.of();
    }

    private static boolean isIdle(Route route) {
        ServiceStatus status = route.getCamelContext().getRouteController().getRouteStatus(route.getRouteId());
        boolean started = status != null && status.isStarted();
        return !started || NamespaceRoutes.isMaster(route) && !isConsuming(route.getConsumer());
    }

    private static boolean isConsuming(Consumer master) {
        try {
            StatefulService inside = MasterConsumers.inside(master);
            return inside != null && inside.isStarted();
        } catch (IllegalStateException hidden) {
            LOG.debug("Whether {} consumes cannot be told", master, hidden);
            return true;
        }
    }
}
