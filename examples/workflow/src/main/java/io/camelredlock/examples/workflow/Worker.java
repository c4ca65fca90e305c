// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import io.camelredlock.component.RedlockComponent;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;

/** One of the JVMs, with the part of the workflow it is there for. */
final class Worker {

    private Worker() {}

    /**
     * Runs until its parent ends: the part ({@code reserve}, {@code charge}, {@code ship}, or {@code linger} for one that charges but
     * stops before each write for a line on standard input), then how to reach the {@link Servers}.
     */
    public static void main(String[] arguments) throws Exception {
        Servers.Addresses servers = new Servers.Addresses(arguments[1], arguments[2], arguments[3]);

        Main camel = new Main();
        camel.bind("redlock", redlock(servers));
        camel.bind("jms", JmsComponent.jmsComponentAutoAcknowledge(new ActiveMQJMSConnectionFactory(servers.broker())));
        camel.configure().addRoutesBuilder(routes(arguments[0], new Orders(servers.dataSource())));
        camel.addMainListener(new MainListenerSupport() {
            @Override
            public void afterStart(BaseMainSupport main) {
                System.out.println("READY");
            }
        });
        camel.run();
    }

    private static RedlockComponent redlock(Servers.Addresses servers) {
        RedlockComponent redlock = new RedlockComponent();
        redlock.getConfiguration().setNodes(servers.redis());
        redlock.getConfiguration().setTtl(WorkflowExample.TTL.toMillis());
        redlock.getConfiguration().setMaxTtl(WorkflowExample.MAX_TTL.toMillis());
        return redlock;
    }

    private static RouteBuilder routes(String part, Orders orders) {
        return switch (part) {
            case "reserve" -> new ReserveRoute(orders);
            case "charge" -> new ChargeRoute(orders, () -> {});
            case "linger" -> new ChargeRoute(orders, Worker::linger);
            case "ship" -> new ShipRoute(orders);
            default -> throw new IllegalArgumentException("no such part of the workflow: " + part);
        };
    }

    /** Stands still until it is told to go on. */
    private static void linger() {
        System.out.println("LINGERS");
        try {
            while (System.in.read() != '\n') {
                // the rest of the line says nothing
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
