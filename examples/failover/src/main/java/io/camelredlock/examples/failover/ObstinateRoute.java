// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.component.RedlockClusterService;
import io.camelredlock.component.RedlockClusterView;
import io.camelredlock.component.RedlockConstants;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.cluster.CamelClusterEventListener;
import org.apache.camel.cluster.CamelClusterMember;
import org.apache.camel.cluster.CamelClusterView;
import org.jspecify.annotations.Nullable;

/**
 * How not to do it: starts when the leadership is gained, remembers the fencing token of that moment, and never asks again
 * whether it still leads. Only for showing that the example would notice.
 */
final class ObstinateRoute extends RouteBuilder implements CamelClusterEventListener.Leadership {

    private static final String ROUTE = "tick";

    private final AppendTick append;
    private final AtomicLong token = new AtomicLong();

    ObstinateRoute(AppendTick append) {
        this.append = append;
    }

    @Override
    public void configure() throws Exception {
        from(OrdersRoute.TIMER)
                .routeId(ROUTE)
                .autoStartup(false)
                .setProperty(RedlockConstants.FENCING_TOKEN, token::get)
                .process(append);
        RedlockClusterService cluster = getContext().hasService(RedlockClusterService.class);
        cluster.getView(Stage.NAMESPACE).addEventListener(this);
    }

    @Override
    public void leadershipChanged(CamelClusterView view, @Nullable CamelClusterMember leader) {
        view.unwrap(RedlockClusterView.class).fencingToken().ifPresent(gained -> {
            token.set(gained);
            start(view.getCamelContext());
        });
    }

    private static void start(CamelContext context) {
        try {
            context.getRouteController().startRoute(ROUTE);
        } catch (Exception e) {
            throw new IllegalStateException("the route could not be started", e);
        }
    }
}
