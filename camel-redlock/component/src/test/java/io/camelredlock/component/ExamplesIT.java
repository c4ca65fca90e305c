// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventNotifierSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the manual shows runs; {@link ManualTest} holds that it shows this. */
final class ExamplesIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final Journal journal = new Journal();

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void aRouteFileWithItsClusterServiceRuns(String dsl) throws Exception {
        Main main = new Main();
        main.setInitialProperties(Map.of("redis.nodes", REDIS.nodes().addresses()));
        main.bind("work", (Processor) exchange -> journal.write("works"));
        main.configure().withRoutesIncludePattern("classpath:examples/cluster-service." + dsl);
        main.start();
        try {
            await().atMost(Duration.ofSeconds(10)).until(() -> journal.has("works"));
            RedlockClusterService service = main.getCamelContext().hasService(RedlockClusterService.class);
            assertThat(service.getTtl()).isEqualTo(5_000);
        } finally {
            main.stop();
        }
    }

    @Test
    void c65AServiceThatIsBoundToMainLeads() throws Exception {
        RedlockClusterService service = new RedlockClusterService();
        service.setNodes(REDIS.nodes().addresses());
        service.setTtl(5_000);
        Main main = new Main();
        main.bind("cluster", service);
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                from("master:orders:timer:poll?period=100").process(journal.step("works"));
            }
        });
        main.start();
        try {
            await().atMost(Duration.ofSeconds(10)).until(() -> journal.has("works"));
        } finally {
            main.stop();
        }
    }

    @Test
    void aMainApplicationWithPropertiesOnlyLeadsAtTheFirstTry() throws Exception {
        Main main = new Main();
        main.setPropertyPlaceholderLocations("classpath:examples/cluster-service.properties");
        main.addInitialProperty("redis.nodes", REDIS.nodes().addresses());
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                from("master:orders:timer:poll?period=100").process(journal.step("works"));
            }
        });
        main.start();
        try {
            await().atMost(Duration.ofSeconds(10)).until(() -> journal.has("works"));
            RedlockClusterService service = main.getCamelContext().hasService(RedlockClusterService.class);
            assertThat(service.getTtl()).isEqualTo(5_000);
            assertThat(service.memberId()).startsWith("orders-");
        } finally {
            main.stop();
        }
    }

    @Test
    void aRouteInJavaRuns(RedisNodes redis) throws Exception {
        CamelContext context = new DefaultCamelContext();
        String nodes = redis.addresses();
        Processor work = journal.step("works");
        // tag::java[]
        RedlockClusterService cluster = new RedlockClusterService();
        cluster.setNodes(nodes); // "r1:6379,r2:6379,r3:6379"
        context.addService(cluster);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("master:orders:timer:poll?period=100")
                        .routePolicy(new RedlockLeadershipPolicy())
                        .process(work);
            }
        });
        context.start();
        // end::java[]
        try {
            await().atMost(Duration.ofSeconds(10)).until(() -> journal.has("works"));
        } finally {
            context.stop();
        }
    }

    @Test
    void anEventNotifierHearsOfALeadership(RedisNodes redis) throws Exception {
        CamelContext context = new DefaultCamelContext();
        // tag::events[]
        context.getManagementStrategy().addEventNotifier(new EventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                if (event instanceof RedlockClusterEvent leadership) {
                    page(leadership.getKind(), leadership.getNamespace(), leadership.getDetail());
                }
            }
        });
        // end::events[]
        RedlockClusterService cluster = new RedlockClusterService();
        cluster.setNodes(redis.addresses());
        context.addService(cluster);
        context.start();
        try {
            cluster.getView("orders");
            await().atMost(Duration.ofSeconds(10)).until(() -> journal.has("GAINED orders"));
        } finally {
            context.stop();
        }
    }

    private void page(RedlockClusterEvent.Kind kind, String namespace, String detail) {
        journal.write((kind + " " + namespace + " " + detail).strip());
    }
}
