// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import org.apache.camel.builder.RouteBuilder;

/** The third step, in a JVM of its own: goes on under the lock that came with the message, and passes it on. */
final class ChargeRoute extends RouteBuilder {

    private final Orders orders;
    private final Runnable pause;

    ChargeRoute(Orders orders, Runnable pause) {
        this.orders = orders;
        this.pause = pause;
    }

    @Override
    public void configure() {
        onException(StaleStepException.class)
                .handled(true)
                .process(exchange -> System.out.println("REFUSED " + exchange.getProperty("CamelExceptionCaught")));

        from("jms:charge")
                .toD("redlock:order-${header.order}?operation=adopt")
                .process(new WriteStep("charge", orders, pause))
                .toD("redlock:order-${header.order}?operation=handover&handoverTtl=20s")
                .to("jms:ship");
    }
}
