// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

/** Endpoints whose consumers do not start, as if their broker was down. */
final class BrokenComponent extends DefaultComponent {

    /** How often one was tried. */
    static final AtomicInteger STARTS = new AtomicInteger();

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        return new DefaultEndpoint(uri, this) {
            @Override
            public Producer createProducer() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                return new DefaultConsumer(this, processor) {
                    @Override
                    protected void doStart() {
                        STARTS.incrementAndGet();
                        throw new IllegalStateException("the broker is down");
                    }
                };
            }
        };
    }
}
