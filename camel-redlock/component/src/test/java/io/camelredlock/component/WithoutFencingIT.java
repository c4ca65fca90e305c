// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.jedis.JedisOptions;
import io.camelredlock.jedis.JedisRedlock;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A lease of an engine without fencing, passed to a route. */
final class WithoutFencingIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    @Test
    void aStepTellsWhatThereIsToTell(RedisNodes nodes) throws Exception {
        JedisOptions connection =
                JedisOptions.builder().nodes(nodes.addresses()).build();
        RedlockOptions rules =
                RedlockOptions.builder().ttl(LockContext.TTL).fencing(false).build();
        try (LockContext locks = new LockContext(nodes);
                Redlock plain = JedisRedlock.connect(connection, rules)) {
            locks.start(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:extend").to("redlock:orders?operation=extend");
                }
            });
            await().atMost(LockContext.SOON)
                    .until(() -> plain.nodeConditions().values().stream().allMatch("ok"::equals));
            Lease lease = plain.tryAcquire("orders").orElseThrow();

            Exchange done = locks.template()
                    .request("direct:extend", exchange -> exchange.setProperty(RedlockConstants.LEASE, lease));

            assertThat(done.getException()).isNull();
            assertThat(done.getMessage().getHeaders())
                    .containsKey(RedlockConstants.REMAINING)
                    .doesNotContainKey(RedlockConstants.FENCING_TOKEN);
        }
    }
}
