// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import org.apache.camel.builder.RouteBuilder;

/** The first two steps, on two threads: the lock goes along through {@code seda}, and to the next JVM with the message. */
final class ReserveRoute extends RouteBuilder {

    private final Orders orders;

    ReserveRoute(Orders orders) {
        this.orders = orders;
    }

    @Override
    public void configure() {
        from("jms:orders?concurrentConsumers=4")
                .toD("redlock:order-${header.order}?timeout=2m")
                .process(new WriteStep("reserve", orders, () -> {}))
                .to("seda:reserved");

        from("seda:reserved")
                .process(new WriteStep("pack", orders, () -> {}))
                .toD("redlock:order-${header.order}?operation=handover&handoverTtl=20s")
                .to("jms:charge");
    }
}
