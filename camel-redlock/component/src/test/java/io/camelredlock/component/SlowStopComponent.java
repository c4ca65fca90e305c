// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/** Endpoints whose producers do nothing, and take their time to stop. */
final class SlowStopComponent extends DefaultComponent {

    private final Duration time;

    SlowStopComponent(Duration time) {
        this.time = time;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        return new DefaultEndpoint(uri, this) {
            @Override
            public Producer createProducer() {
                return new DefaultProducer(this) {
                    @Override
                    public void process(Exchange exchange) {}

                    @Override
                    protected void doStop() throws Exception {
                        boolean unused = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
                    }
                };
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                throw new UnsupportedOperationException();
            }
        };
    }
}
