// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.component.RedlockLeadershipPolicy;
import org.apache.camel.builder.RouteBuilder;

/** The route: runs on the leader of its namespace only, and every exchange carries the leadership's fencing token. */
final class OrdersRoute extends RouteBuilder {

    static final String TIMER = "timer:tick?period=50&delay=0";

    private final AppendTick append;

    OrdersRoute(AppendTick append) {
        this.append = append;
    }

    @Override
    public void configure() {
        from("master:" + Stage.NAMESPACE + ":" + TIMER)
                .routeId("tick")
                .routePolicy(new RedlockLeadershipPolicy())
                .process(append);
    }
}
