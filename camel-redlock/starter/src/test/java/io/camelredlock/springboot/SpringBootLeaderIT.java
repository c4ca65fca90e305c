// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.springboot;

import static org.awaitility.Awaitility.await;

import io.camelredlock.component.RedlockClusterService;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A whole application with the starter. */
final class SpringBootLeaderIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private static final AtomicInteger TICKS = new AtomicInteger();

    @Test
    void anApplicationWithThreePropertiesLeads(RedisNodes nodes) {
        SpringApplicationBuilder builder = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "camel.cluster.redlock.nodes=" + nodes.addresses(),
                        "camel.cluster.redlock.ttl=3s",
                        "camel.cluster.redlock.member-id=app");
        try (ConfigurableApplicationContext application = builder.run()) {
            RedlockClusterService service = application.getBean(RedlockClusterService.class);

            await().atMost(Duration.ofSeconds(10)).until(() -> service.isLeader("orders"));
            await().atMost(Duration.ofSeconds(10)).until(() -> TICKS.get() > 0);
        }
        await().atMost(Duration.ofSeconds(2))
                .until(() ->
                        nodes.stream().allMatch(node -> node.keys("*orders").isEmpty()));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        RouteBuilder routes() {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("master:orders:timer:tick?delay=0&period=100").process(exchange -> TICKS.incrementAndGet());
                }
            };
        }
    }
}
