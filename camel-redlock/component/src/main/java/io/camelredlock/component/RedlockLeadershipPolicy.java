// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.support.RoutePolicySupport;
import org.jspecify.annotations.Nullable;

/**
 * Guards a route that works under a namespace: each exchange gets the fencing token of the leadership it began under, in the
 * exchange property {@link RedlockConstants#FENCING_TOKEN}; one that begins when this member does not lead is refused, by an
 * exception that lets the consumer roll back, and goes no step. While a leadership drains in order, the work it began goes on.
 *
 * <p>For {@code master:} routes and routes with a ClusteredRoutePolicy, whose namespace it finds out, and for any other route
 * when told a namespace. It only looks: it never takes part in an election. One policy may guard several routes.
 */
@Metadata(
        label = "bean",
        description =
                "Stamps exchanges with the fencing token of the leadership they began under, refuses those without one",
        annotations = {"interfaceName=org.apache.camel.spi.RoutePolicy"})
@Configurer(metadataOnly = true)
public class RedlockLeadershipPolicy extends RoutePolicySupport implements CamelContextAware {

    private final Map<String, Guard> guards = new ConcurrentHashMap<>();

    @Metadata(description = "The namespace; by default that of the route's master endpoint or ClusteredRoutePolicy.")
    private @Nullable String namespace;

    @Metadata(
            description = "The cluster service; by default the only RedlockClusterService of the context.",
            label = "advanced")
    private @Nullable RedlockClusterService clusterService;

    @Metadata(
            description = "Whether the fencing token is put into the header CamelRedlockFencingToken as well.",
            defaultValue = "false")
    private boolean header;

    private @Nullable CamelContext camelContext;

    @Override
    public void onInit(Route route) {
        super.onInit(route);
        RedlockClusterService service = clusterService != null ? clusterService : findService(route.getCamelContext());
        guards.put(
                route.getRouteId(),
                new Guard(service, findNamespace(route), NamespaceRoutes.stopsWithLeadership(route)));
    }

    @Override
    public void onRemove(Route route) {
        guards.remove(route.getRouteId());
    }

    @Override
    public void onExchangeBegin(Route route, Exchange exchange) {
        Guard guard = guards.get(route.getRouteId());
        OptionalLong token = guard == null ? OptionalLong.empty() : guard.tokenFor(exchange);
        if (token.isEmpty()) {
            refuse(exchange, route, guard);
            return;
        }
        exchange.setProperty(RedlockConstants.FENCING_TOKEN, token.getAsLong());
        if (header) {
            exchange.getMessage().setHeader(RedlockConstants.FENCING_TOKEN, token.getAsLong());
        }
    }

    /** The exception alone would let the first step run, the stop alone would look like success. */
    private static void refuse(Exchange exchange, Route route, @Nullable Guard guard) {
        String of = guard == null ? "unknown" : guard.namespace();
        exchange.setException(new LeadershipLostException(of, route.getRouteId()));
        exchange.setRouteStop(true);
    }

    private String findNamespace(Route route) {
        if (namespace != null) {
            return namespace;
        }
        List<String> found = NamespaceRoutes.namespacesOf(route).distinct().toList();
        if (found.size() != 1 || found.contains(NamespaceRoutes.UNREADABLE)) {
            throw new IllegalArgumentException("route '" + route.getRouteId() + "' works under the namespaces " + found
                    + ", not under exactly one: set namespace on its RedlockLeadershipPolicy");
        }
        return found.get(0);
    }

    private static RedlockClusterService findService(CamelContext context) {
        Set<RedlockClusterService> found = context.hasServices(RedlockClusterService.class);
        if (found.size() != 1) {
            throw new IllegalStateException("the context has " + found.size()
                    + " services of type RedlockClusterService, not exactly one: set clusterService on the"
                    + " RedlockLeadershipPolicy");
        }
        return found.iterator().next();
    }

    @Override
    public @Nullable CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }

    public @Nullable String getNamespace() {
        return namespace;
    }

    /** The namespace; null for that of the route's master endpoint or ClusteredRoutePolicy. */
    public void setNamespace(@Nullable String namespace) {
        this.namespace = namespace;
    }

    public @Nullable RedlockClusterService getClusterService() {
        return clusterService;
    }

    /** The cluster service; null for the only one of the context. */
    public void setClusterService(@Nullable RedlockClusterService clusterService) {
        this.clusterService = clusterService;
    }

    public boolean isHeader() {
        return header;
    }

    /** Whether the fencing token is put into the header {@link RedlockConstants#FENCING_TOKEN} as well. */
    public void setHeader(boolean header) {
        this.header = header;
    }

    /** Under what a route works, and whether its consumer stops when the leadership ends. */
    private record Guard(RedlockClusterService service, String namespace, boolean stops) {

        OptionalLong tokenFor(Exchange exchange) {
            return service.peek(namespace).map(view -> tokenFor(exchange, view)).orElse(OptionalLong.empty());
        }

        /**
         * A leadership that was given up is still ours while its work drains. That work goes on: what comes from consumers
         * that are being stopped, and what began under this leadership in another route.
         */
        private OptionalLong tokenFor(Exchange exchange, RedlockClusterView view) {
            OptionalLong token = view.fencingToken();
            boolean isOurs = view.isLeading()
                    || stops
                    || service.isLeaving()
                    || began(exchange).equals(token);
            return isOurs ? token : OptionalLong.empty();
        }

        private static OptionalLong began(Exchange exchange) {
            Long token = exchange.getProperty(RedlockConstants.FENCING_TOKEN, Long.class);
            return token == null ? OptionalLong.empty() : OptionalLong.of(token);
        }
    }
}
