// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.StatefulService;
import org.apache.camel.spi.InflightRepository;
import org.apache.camel.spi.RouteController;
import org.apache.camel.spi.ShutdownAware;
import org.jspecify.annotations.Nullable;

/** A route that is waited for until it is quiet. Used by one thread at a time. */
final class WatchedRoute {

    /** What can be seen of work that shall end. */
    enum Look {
        /** Nothing is in flight and nothing can begin. */
        QUIET,
        /** Something is in flight, or can begin. */
        BUSY,
        /** Something is in flight, but Camel has stopped waiting for it: the time-out passed. */
        FORCED
    }

    /** When the consumer of a route counts as closed. */
    private enum Input {
        /** Always: it is fed by other routes, or works under no namespace. */
        ANY,
        /** When it has stopped. */
        STOPPED,
        /** When it has stopped, or is that of a {@code master:} route, which stops the one inside and stays started itself. */
        FOLLOWING
    }

    private final CamelContext context;
    private final InflightRepository inflight;
    private final String id;
    private final boolean master;
    private final @Nullable StatefulService consumer;
    private final Input input;
    private boolean wasBusy;

    private WatchedRoute(Route route, Input input) {
        this.context = route.getCamelContext();
        this.inflight = context.getInflightRepository();
        this.id = route.getRouteId();
        this.master = NamespaceRoutes.isMaster(route);
        this.consumer = route.getConsumer() instanceof StatefulService stateful ? stateful : null;
        this.input = input;
    }

    /** Quiet when nothing is in flight. */
    static WatchedRoute work(Route route) {
        return new WatchedRoute(route, Input.ANY);
    }

    /** Quiet when nothing is in flight and its consumer has stopped. */
    static WatchedRoute stopping(Route route) {
        return new WatchedRoute(route, Input.STOPPED);
    }

    /** Quiet when nothing is in flight and its consumer, if it follows the leadership, lets nothing in. */
    static WatchedRoute losing(Route route) {
        return new WatchedRoute(route, NamespaceRoutes.stopsWithLeadership(route) ? Input.FOLLOWING : Input.ANY);
    }

    Look look() {
        boolean before = wasBusy;
        wasBusy = inflight.size(id) + pending() > 0;
        if (wasBusy) {
            return isStopped() ? Look.FORCED : Look.BUSY;
        }
        if (before && isStopped() && inflight.size() > 0) {
            wasBusy = true; // a removed route takes its count along, not its work
            return Look.FORCED;
        }
        return isInputOpen() ? Look.BUSY : Look.QUIET;
    }

    private int pending() {
        return consumer instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0;
    }

    private boolean isInputOpen() {
        if (input == Input.ANY || consumer == null || consumer.isStopped()) {
            return false;
        }
        if (master && MasterConsumers.isSuspended(consumer)) {
            return false;
        }
        return input == Input.STOPPED || !master || !consumer.isStarted();
    }

    private boolean isStopped() {
        RouteController controller = context.getRouteController();
        ServiceStatus status = controller == null ? null : controller.getRouteStatus(id);
        return status == null || status.isStopped();
    }
}
