// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.spi.ShutdownStrategy;

/**
 * What is in flight in {@code master:} routes when their context stops. Camel stops the consumer inside together with all steps of
 * the route, as a {@code master:} consumer cannot be suspended, so an exchange would be refused by its next step. Therefore the
 * consumers inside are suspended first, as Camel does with those of other routes, and their exchanges go on to the end of their
 * routes before Camel stops anything, for at most its shutdown time-out.
 */
final class LastExchanges {

    private final List<Route> routes;

    private LastExchanges(List<Route> routes) {
        this.routes = routes;
    }

    /** Suspends what feeds the {@code master:} routes of the context. */
    static LastExchanges of(CamelContext context) {
        return new LastExchanges(context.getRoutes().stream()
                .filter(NamespaceRoutes::isMaster)
                .filter(route -> MasterConsumers.suspend(route.getConsumer()))
                .toList());
    }

    /** Waits until they have ended. */
    void await(CamelContext context, ScheduledExecutorService timers) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Drain drain =
                new Drain(routes.stream().map(WatchedRoute::work).toList(), () -> true, () -> ended.complete(null));
        drain.drained().thenAccept(ended::complete);
        drain.begin(timers);
        ShutdownStrategy patience = context.getShutdownStrategy();
        try {
            ended.get(patience.getTimeout(), patience.getTimeUnit());
        } catch (TimeoutException | ExecutionException late) {
            // Camel, which waits next, says what is in flight
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            drain.cancel();
        }
    }
}
