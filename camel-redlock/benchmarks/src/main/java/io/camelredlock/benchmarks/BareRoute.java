// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.AsyncProcessorSupport;

/** A Camel route of two steps that change threads as often as a lock does, and do nothing: what Camel itself costs. */
final class BareRoute implements Contestant {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ExecutorService away = Executors.newSingleThreadExecutor();
    private final ExecutorService back = Executors.newFixedThreadPool(32);
    private final ProducerTemplate template;

    BareRoute() throws Exception {
        context.disableJMX();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:cycle").process(new Elsewhere()).process(new Elsewhere());
            }
        });
        context.start();
        template = context.createProducerTemplate();
    }

    @Override
    public String name() {
        return "bare route";
    }

    @Override
    public Runnable acquire(int caller) {
        template.send("direct:cycle", exchange -> {});
        return () -> {};
    }

    @Override
    public void close() {
        context.stop();
        away.shutdown();
        back.shutdown();
    }

    /** Goes away to a thread that is not the route's, and comes back on one that is. */
    private final class Elsewhere extends AsyncProcessorSupport {

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            away.execute(() -> back.execute(() -> callback.done(false)));
            return false;
        }
    }
}
