// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.camel.Exchange;
import org.apache.camel.component.jms.DefaultJmsKeyFormatStrategy;
import org.apache.camel.component.jms.JmsHeaderFilterStrategy;
import org.apache.camel.component.jms.JmsKeyFormatStrategy;
import org.apache.camel.component.kafka.KafkaHeaderFilterStrategy;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.spi.HeaderFilterStrategyAware;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The header of a hand-over passes where the headers that steer steps do not. */
final class HandoverTransportTest {

    private static final String TEXT = "redlock1.AAAAAAAA";

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final RedlockEndpoint endpoint =
            context.getEndpoint("redlock:orders?operation=handover", RedlockEndpoint.class);

    static Named<?>[] filters() {
        return new Named<?>[] {
            Named.of("JMS", new JmsHeaderFilterStrategy()),
            Named.of("Kafka", new KafkaHeaderFilterStrategy()),
            Named.of("HTTP", filterOf("http://localhost:1")),
            Named.of("platform HTTP", filterOf("platform-http:/orders"))
        };
    }

    private static HeaderFilterStrategy filterOf(String uri) {
        HeaderFilterStrategyAware endpoint = (HeaderFilterStrategyAware) new DefaultCamelContext().getEndpoint(uri);
        return endpoint.getHeaderFilterStrategy();
    }

    @ParameterizedTest
    @MethodSource("filters")
    void theStringGoesOutAndComesIn(HeaderFilterStrategy filter) {
        Exchange exchange = new DefaultExchange(context);

        assertThat(filter.applyFilterToCamelHeaders(endpoint.getHandoverHeader(), TEXT, exchange))
                .as("filtered out")
                .isFalse();
        assertThat(filter.applyFilterToExternalHeaders(endpoint.getHandoverHeader(), TEXT, exchange))
                .as("filtered when it comes in")
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("filters")
    void whatSteersAStepDoesNotComeIn(HeaderFilterStrategy filter) {
        assertThat(filter.applyFilterToExternalHeaders(
                        RedlockConstants.OVERRIDE_RESOURCE, "orders", new DefaultExchange(context)))
                .isTrue();
    }

    @Test
    void jmsWritesTheNameItsOwnWayAndReadsItBack() {
        JmsKeyFormatStrategy names = new DefaultJmsKeyFormatStrategy();

        String written = names.encodeKey(endpoint.getHandoverHeader());

        assertThat(written.chars()).as("a Java identifier").allMatch(Character::isJavaIdentifierPart);
        assertThat(names.decodeKey(written)).isEqualTo(endpoint.getHandoverHeader());
    }
}
