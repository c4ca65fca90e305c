// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static io.camelredlock.component.TestMember.awaitLeader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.console.DevConsole;
import org.apache.camel.console.DevConsole.MediaType;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two cluster services in one context, as JMX and the dev console show and steer them. */
final class ManagementIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final DefaultCamelContext context = new DefaultCamelContext();
    private RedlockClusterService one;
    private RedlockClusterService two;
    private MBeanServer server;

    @BeforeEach
    void startContext(RedisNodes nodes) throws Exception {
        context.getCamelContextExtension().setName("managed");
        one = service(nodes, "one");
        two = service(nodes, "two");
        context.addService(one);
        context.addService(two);
        context.start();
        server = context.getManagementStrategy().getManagementAgent().getMBeanServer();
    }

    @AfterEach
    void stopContext() {
        context.stop();
    }

    private static RedlockClusterService service(RedisNodes nodes, String id) {
        RedlockClusterService service = new RedlockClusterService();
        service.setId(id);
        service.setNodes(nodes.addresses());
        service.setKeyPrefix(id + ":");
        service.setTtl(TTL.toMillis());
        service.setDriftFactor(LockContext.DRIFT_FACTOR);
        return service;
    }

    @Test
    void c74EachServiceAndViewHasAnMBeanOfItsOwnThatIsRight() throws Exception {
        awaitLeader(one.getView("orders"));
        two.getView("bills").setDisabled(true);

        assertThat(attribute("service=\"one\"", "Leading")).isEqualTo(List.of("orders"));
        assertThat(attribute("service=\"one\"", "MemberId")).isEqualTo(one.memberId());
        assertThat(attribute("service=\"one\"", "Quorum")).isEqualTo(true);
        assertThat(attribute("service=\"two\"", "Namespaces")).isEqualTo(List.of("bills"));
        assertThat(attribute("service=\"two\"", "Leading")).isEqualTo(List.of());
        assertThat(attribute(view("one", "orders"), "Role")).isEqualTo("leader");
        assertThat(attribute(view("one", "orders"), "LeaderId")).isEqualTo(one.memberId());
        assertThat((long) attribute(view("one", "orders"), "FencingToken")).isPositive();
        assertThat((long) attribute(view("one", "orders"), "ValidityMillis")).isBetween(1L, TTL.toMillis());
        assertThat((int) attribute(view("one", "orders"), "Transitions")).isEqualTo(1);
        assertThat(attribute(view("two", "bills"), "Role")).isEqualTo("disabled");
    }

    @Test
    void aViewCanBeDisabledAndEnabled() throws Exception {
        awaitLeader(one.getView("orders"));

        invoke(view("one", "orders"), "disable");
        await().atMost(SOON)
                .until(() -> attribute(view("one", "orders"), "Role").equals("disabled"));
        invoke(view("one", "orders"), "enable");

        awaitLeader(one.getView("orders"));
    }

    @Test
    void aLeaderThatResignsLetsAnotherLeadAndCompetesAgain(RedisNodes nodes) throws Exception {
        awaitLeader(one.getView("orders"));
        try (TestMember b = TestMember.of(nodes, "b")) {
            b.service.setKeyPrefix("one:");
            b.start();
            RedlockClusterView ofB = b.view("orders");

            invoke(view("one", "orders"), "resign");

            awaitLeader(ofB);
            await().atMost(SOON)
                    .until(() -> attribute(view("one", "orders"), "Role").equals("follower"));
            assertThat(attribute(view("one", "orders"), "LastLoss")).asString().isNotEmpty();
        }
        awaitLeader(one.getView("orders"));
    }

    @Test
    void mBeansAreGoneWithTheirService() throws Exception {
        one.getView("orders");
        assertThat(names("service=\"one\",*")).hasSize(2);

        context.removeService(one);
        one.shutdown();

        assertThat(names("service=\"one\",*")).isEmpty();
        assertThat(names("service=\"two\",*")).hasSize(1);
    }

    @Test
    void aServiceThatIsCalledAsAnotherLeavesWhatTheOtherShowsAlone(RedisNodes nodes) throws Exception {
        RedlockClusterService twin = service(nodes, "one");
        context.addService(twin);
        twin.start();
        assertThat(names("service=\"one-2\",*")).hasSize(1);
        assertThat(HealthCheckRegistry.get(context).getCheck("redlock-one-2")).isPresent();

        context.removeService(twin);
        twin.shutdown();

        assertThat(names("service=\"one-2\",*")).isEmpty();
        assertThat(names("service=\"one\",*")).hasSize(1);
        assertThat(HealthCheckRegistry.get(context).getCheck("redlock-one")).isPresent();
        assertThat(HealthCheckRegistry.get(context).getCheck("redlock-one-2")).isEmpty();
    }

    @Test
    void c52ServicesOfOneNameInTwoContextsOfOneNameAreBothShown(RedisNodes nodes) throws Exception {
        try (DefaultCamelContext other = new DefaultCamelContext()) {
            other.getCamelContextExtension().setName("managed");
            other.addService(service(nodes, "one"));
            other.start();

            Set<ObjectName> both =
                    server.queryNames(new ObjectName("org.apache.camel:type=redlock,service=\"one\",*"), null);

            assertThat(both).hasSize(2);
            assertThat(HealthCheckRegistry.get(other).getCheck("redlock-one")).isPresent();
        }
    }

    @Test
    void theConsoleShowsAllServicesAndAsksForNoView() throws Exception {
        awaitLeader(one.getView("orders"));
        DevConsole console = PluginHelper.getDevConsoleResolver(context).resolveDevConsole("redlock");

        assertThat((String) console.call(MediaType.TEXT))
                .contains("Cluster service one", "orders: leader", "Cluster service two", "node 127.0.0.1:", ": ok");
        assertThat((Map<?, ?>) console.call(MediaType.JSON))
                .extracting("services")
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
        assertThat(two.report().namespaces()).isEmpty();
        assertThat(console.supportMediaType(MediaType.JSON)).isTrue();
    }

    private static String view(String service, String namespace) {
        return "service=\"" + service + "\",namespace=\"" + namespace + "\"";
    }

    private Object attribute(String keys, String attribute) throws Exception {
        return server.getAttribute(name(keys), attribute);
    }

    private void invoke(String keys, String operation) throws Exception {
        server.invoke(name(keys), operation, new Object[0], new String[0]);
    }

    private Set<ObjectName> names(String keys) throws Exception {
        return server.queryNames(name(keys), null);
    }

    private static ObjectName name(String keys) throws Exception {
        return new ObjectName("org.apache.camel:context=managed,type=redlock," + keys);
    }
}
