// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A lease that goes with a message through a broker, from one context to another. */
final class HandoverOverJmsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    @RegisterExtension
    static final JmsBroker BROKER = new JmsBroker();

    @Test
    void theLockGoesAlongAndAMessageThatComesAgainIsRefusedWithTheReason(RedisNodes nodes) throws Exception {
        try (LockContext giver = new LockContext(nodes);
                LockContext taker = new LockContext(nodes)) {
            giver.context.addComponent("jms", BROKER.component());
            giver.start(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:give")
                            .to("redlock:orders")
                            .to("redlock:orders?operation=handover")
                            .to("jms:orders");
                }
            });
            taker.context.addComponent("jms", BROKER.transacted());
            taker.start(new RouteBuilder() {
                @Override
                public void configure() {
                    onException(HandoverRefusedException.class)
                            .handled(true)
                            .process(exchange -> taker.journal.write(reason(exchange)));
                    from("jms:orders")
                            .to("redlock:orders?operation=adopt")
                            .process(taker.look("orders"))
                            .process(exchange -> {
                                throw new IllegalStateException("so that the message comes again");
                            });
                }
            });

            giver.template().sendBody("direct:give", "an order");

            await().atMost(LockContext.SOON).until(() -> taker.journal.entries().size() > 1);
            assertThat(taker.journal.entries()).hasSize(2).startsWith("held");
            assertThat(taker.journal.entries().get(1))
                    .as("released when the first exchange was over")
                    .isIn("TAKEN", "EXPIRED");
            taker.awaitFree("orders");
        }
    }

    private static String reason(Exchange exchange) {
        HandoverRefusedException refused =
                exchange.getProperty(Exchange.EXCEPTION_CAUGHT, HandoverRefusedException.class);
        return refused.reason().name();
    }
}
