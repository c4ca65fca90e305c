// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheck.State;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A component with nodes of its own, as health checks and JMX see it. */
final class OwnEngineIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final DefaultCamelContext context = new DefaultCamelContext();

    @BeforeEach
    void startContext(RedisNodes nodes) throws Exception {
        context.getCamelContextExtension().setName("owner");
        component().getConfiguration().setNodes(nodes.addresses());
        component().getConfiguration().setTtl(LockContext.TTL.toMillis());
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:keep").to("redlock:orders?scope=manual");
            }
        });
        context.start();
    }

    @AfterEach
    void stopContext() {
        context.stop();
    }

    private RedlockComponent component() {
        return context.getComponent("redlock", RedlockComponent.class);
    }

    private HealthCheck check() {
        return HealthCheckRegistry.get(context).getCheck("redlock-component").orElseThrow();
    }

    private MBeanServer server() {
        return context.getManagementStrategy().getManagementAgent().getMBeanServer();
    }

    private Set<ObjectName> beans() throws Exception {
        return server().queryNames(new ObjectName("*:context=owner,type=redlock,component=*"), null);
    }

    private Object attribute(String name) throws Exception {
        return server().getAttribute(beans().iterator().next(), name);
    }

    @Test
    void itIsUpWithAQuorumAndTellsOfItsNodesAndLocks() throws Exception {
        assertThat(context.createProducerTemplate()
                        .request("direct:keep", exchange -> {})
                        .getException())
                .isNull();

        assertThat(check().call().getState()).isEqualTo(State.UP);
        assertThat(check().isLiveness()).isFalse();
        assertThat(check().call().getDetails()).containsEntry("quorum", true).containsEntry("held", 1);
        assertThat(attribute("Held")).isEqualTo(1);
        assertThat(attribute("Quorum")).isEqualTo(true);
        assertThat(attribute("MemberId")).isEqualTo(component().engine().memberId());
        assertThat(attribute("Nodes")).isEqualTo(component().engine().redlock().nodeConditions());
    }

    @Test
    void itIsDownWithoutAQuorumForLongerThanOneTtl(RedisNodes nodes) {
        nodes.all().subList(0, 2).forEach(RedisNode::kill);

        await().atMost(LockContext.TTL.plus(LockContext.SOON))
                .until(() -> check().call().getState() == State.DOWN);
        assertThat(check().call().getMessage().orElseThrow()).contains("no quorum", "not connected");
    }

    @Test
    void itIsGoneWithTheComponent() throws Exception {
        assertThat(beans()).hasSize(1);
        component().stop();

        assertThat(HealthCheckRegistry.get(context).getCheck("redlock-component"))
                .isEmpty();
        assertThat(beans()).isEmpty();
    }
}
