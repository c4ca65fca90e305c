// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.component.RedlockComponent;
import io.camelredlock.testkit.RedisNodes;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A Camel route that acquires and releases, for each caller the whole of it. */
final class Routes implements Contestant {

    private static final String KEY = "key";

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final boolean dynamic;
    private final ProducerTemplate template;

    private Routes(RedisNodes nodes, boolean managed, boolean dynamic, RouteBuilder routes) throws Exception {
        this.dynamic = dynamic;
        if (!managed) {
            context.disableJMX();
        }
        context.getComponent("redlock", RedlockComponent.class)
                .getConfiguration()
                .setNodes(nodes.addresses());
        context.addRoutes(routes);
        context.start();
        template = context.createProducerTemplate();
    }

    /** One route for all keys. {@code managed}: shown by JMX, as an application's routes often are. */
    static Routes dynamic(RedisNodes nodes, boolean managed) throws Exception {
        return new Routes(nodes, managed, true, new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:cycle")
                        .toD("redlock:${header.key}?operation=tryAcquire")
                        .toD("redlock:${header.key}?operation=release");
            }
        });
    }

    /** A route for each caller, whose key is written in it. */
    static Routes fixed(RedisNodes nodes, int callers) throws Exception {
        return new Routes(nodes, false, false, new RouteBuilder() {
            @Override
            public void configure() {
                for (int caller = 0; caller < callers; caller++) {
                    from("direct:cycle-" + caller)
                            .to("redlock:fixed-" + caller + "?operation=tryAcquire")
                            .to("redlock:fixed-" + caller + "?operation=release");
                }
            }
        });
    }

    @Override
    public String name() {
        return dynamic ? "toD" : "to";
    }

    /** Does it all, so that there is nothing left to release. */
    @Override
    public Runnable acquire(int caller) {
        if (dynamic) {
            cycle(Callers.resource(this, caller));
        } else {
            send("direct:cycle-" + caller, "");
        }
        return () -> {};
    }

    /** By the dynamic route. */
    void cycle(String key) {
        send("direct:cycle", key);
    }

    private void send(String route, String key) {
        Exchange done = template.send(route, exchange -> exchange.getMessage().setHeader(KEY, key));
        if (done.getException() != null) {
            throw new IllegalStateException(done.getException());
        }
    }

    int endpoints() {
        return context.getEndpoints().size();
    }

    @Override
    public void close() {
        context.stop();
    }
}
