// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.lang.reflect.Field;
import java.util.stream.Stream;
import org.apache.camel.Endpoint;
import org.apache.camel.Route;
import org.apache.camel.component.master.MasterEndpoint;
import org.apache.camel.spi.RoutePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which routes work under which namespace: {@code master:} routes, routes with a ClusteredRoutePolicy (those of a
 * ClusteredRouteController have one too) and routes with a {@link RedlockLeadershipPolicy} that names its namespace.
 *
 * <p>camel-master and camel-cluster may be absent: their classes are told by name before they are touched.
 */
final class NamespaceRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(NamespaceRoutes.class);
    private static final String MASTER_ENDPOINT = "org.apache.camel.component.master.MasterEndpoint";
    private static final String CLUSTERED_POLICY = "org.apache.camel.impl.cluster.ClusteredRoutePolicy";

    /** Stands for a namespace that cannot be read; no namespace is called so. */
    static final String UNREADABLE = "";

    private NamespaceRoutes() {}

    /** Whether it works under this namespace, as far as can be known; when in doubt, it does. */
    static boolean isUnder(Route route, String namespace) {
        return namespacesOf(route).anyMatch(of -> of.equals(namespace) || of.equals(UNREADABLE));
    }

    /** Whether it works under any namespace. */
    static boolean isClustered(Route route) {
        return namespacesOf(route).findAny().isPresent();
    }

    /** Whether Camel stops its consumer when the leadership ends; one that is only guarded goes on. */
    static boolean stopsWithLeadership(Route route) {
        return isMaster(route) || route.getRoutePolicyList().stream().anyMatch(NamespaceRoutes::isClusteredPolicy);
    }

    static boolean isMaster(Route route) {
        return route.getEndpoint().getClass().getName().equals(MASTER_ENDPOINT);
    }

    /** All namespaces the route works under. */
    static Stream<String> namespacesOf(Route route) {
        Stream<String> ofMaster = isMaster(route) ? Stream.of(Master.namespaceOf(route.getEndpoint())) : Stream.empty();
        return Stream.concat(ofMaster, route.getRoutePolicyList().stream().flatMap(NamespaceRoutes::namespacesOf));
    }

    private static Stream<String> namespacesOf(RoutePolicy policy) {
        if (policy instanceof RedlockLeadershipPolicy ours) {
            return Stream.ofNullable(ours.getNamespace());
        }
        return isClusteredPolicy(policy) ? Stream.of(namespaceOfClustered(policy)) : Stream.empty();
    }

    private static boolean isClusteredPolicy(RoutePolicy policy) {
        return policy.getClass().getName().equals(CLUSTERED_POLICY);
    }

    /** The policy tells nobody its namespace. */
    private static String namespaceOfClustered(RoutePolicy policy) {
        try {
            Field namespace = policy.getClass().getDeclaredField("namespace");
            namespace.setAccessible(true);
            return (String) namespace.get(policy);
        } catch (ReflectiveOperationException | RuntimeException hidden) {
            LOG.debug("The namespace of {} cannot be read: it counts for all", policy, hidden);
            return UNREADABLE;
        }
    }

    /** In a class of its own, so that it is only loaded where camel-master is. */
    private static final class Master {

        private Master() {}

        static String namespaceOf(Endpoint endpoint) {
            return ((MasterEndpoint) endpoint).getNamespace();
        }
    }
}
