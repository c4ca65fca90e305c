// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import org.apache.camel.builder.RouteBuilder;

/** The last step, in a third JVM: the lock is released when its exchange is over. */
final class ShipRoute extends RouteBuilder {

    private final Orders orders;

    ShipRoute(Orders orders) {
        this.orders = orders;
    }

    @Override
    public void configure() {
        from("jms:ship")
                .toD("redlock:order-${header.order}?operation=adopt")
                .process(new WriteStep("ship", orders, () -> {}));
    }
}
