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
    private final ProducerTemplate template;

    /** {@code managed}: shown by JMX, as an application's routes often are. */
    Routes(RedisNodes nodes, boolean managed) throws Exception {
        if (!managed) {
            context.disableJMX();
        }
        context.getComponent("redlock", RedlockComponent.class)
                .getConfiguration()
                .setNodes(nodes.addresses());
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:cycle")
                        .toD("redlock:${header.key}?operation=tryAcquire")
                        .toD("redlock:${header.key}?operation=release");
            }
        });
        context.start();
        template = context.createProducerTemplate();
    }

    @Override
    public String name() {
        return "routes";
    }

    /** Does it all, so that there is nothing left to release. */
    @Override
    public Runnable acquire(int caller) {
        cycle(Callers.resource(this, caller));
        return () -> {};
    }

    void cycle(String key) {
        Exchange done =
                template.send("direct:cycle", exchange -> exchange.getMessage().setHeader(KEY, key));
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
