// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.jedis.WireProtocol;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cluster services that camel-main applications describe without code. */
final class DescribedServicesTest {

    private final Main main = new Main();

    @AfterEach
    void stopMain() {
        main.stop();
    }

    private CamelContext started(Map<String, String> properties) throws Exception {
        properties.forEach(main::addInitialProperty);
        main.start();
        return main.getCamelContext();
    }

    private static RedlockClusterService serviceOf(CamelContext context) {
        return context.hasService(RedlockClusterService.class);
    }

    @Test
    void c65PropertiesAloneMakeAClusterService() throws Exception {
        RedlockClusterService service = serviceOf(started(Map.of(
                "camel.cluster.redlock.nodes", "localhost:1,localhost:2,localhost:3",
                "camel.cluster.redlock.ttl", "5s")));

        assertThat(service.isStarted()).isTrue();
        assertThat(service.getNodes()).isEqualTo("localhost:1,localhost:2,localhost:3");
        assertThat(service.getTtl()).isEqualTo(5_000);
    }

    @Test
    void c67EveryPropertyArrivesInEitherSpelling() throws Exception {
        SSLContextParameters tls = new SSLContextParameters();
        main.bind("tls", tls);
        RedlockClusterService service = serviceOf(started(Map.ofEntries(
                Map.entry("camel.cluster.redlock.nodes", "localhost:1"),
                Map.entry("camel.cluster.redlock.id", "mine"),
                Map.entry("camel.cluster.redlock.order", "7"),
                Map.entry("camel.cluster.redlock.attributes.zone", "a"),
                Map.entry("camel.cluster.redlock.username", "camel"),
                Map.entry("camel.cluster.redlock.password", "secret"),
                Map.entry("camel.cluster.redlock.database", "2"),
                Map.entry("camel.cluster.redlock.client-name", "orders"),
                Map.entry("camel.cluster.redlock.protocol", "resp3"),
                Map.entry("camel.cluster.redlock.clusterId", "blue"),
                Map.entry("camel.cluster.redlock.key-prefix", "app:"),
                Map.entry("camel.cluster.redlock.max-ttl", "30000"),
                Map.entry("camel.cluster.redlock.nodeTimeout", "300ms"),
                Map.entry("camel.cluster.redlock.ssl-context-parameters", "#tls"),
                Map.entry("camel.cluster.redlock.health-check-mode", "detailsOnly"))));

        assertThat(service)
                .returns("mine", RedlockClusterService::getId)
                .returns(7, RedlockClusterService::getOrder)
                .returns(Map.of("zone", "a"), RedlockClusterService::getAttributes)
                .returns("camel", RedlockClusterService::getUsername)
                .returns("secret", RedlockClusterService::getPassword)
                .returns(2, RedlockClusterService::getDatabase)
                .returns("orders", RedlockClusterService::getClientName)
                .returns(WireProtocol.RESP3, RedlockClusterService::getProtocol)
                .returns("blue", RedlockClusterService::getClusterId)
                .returns("app:", RedlockClusterService::getKeyPrefix)
                .returns(30_000L, RedlockClusterService::getMaxTtl)
                .returns(300L, RedlockClusterService::getNodeTimeout)
                .returns(tls, RedlockClusterService::getSslContextParameters)
                .returns("detailsOnly", RedlockClusterService::getHealthCheckMode);
    }

    @Test
    void aSystemPropertyIsEnoughAndComesBeforeAFile() throws Exception {
        System.setProperty("camel.cluster.redlock.node-timeout", "200");
        System.setProperty("camel.cluster.redlock.nodes", "localhost:4");
        try {
            RedlockClusterService service = serviceOf(started(Map.of("camel.cluster.redlock.nodes", "localhost:1")));

            assertThat(service.getNodes()).isEqualTo("localhost:4");
            assertThat(service.getNodeTimeout()).isEqualTo(200);
        } finally {
            System.clearProperty("camel.cluster.redlock.nodes");
            System.clearProperty("camel.cluster.redlock.node-timeout");
        }
    }

    @Test
    void environmentVariablesComeBetweenFilesAndSystemProperties() throws Exception {
        CamelContext context = started(Map.of("camel.cluster.redlock.ttl", "5s"));
        Map<String, String> environment = Map.of(
                "CAMEL_CLUSTER_REDLOCK_NODES", "localhost:1",
                "CAMEL_CLUSTER_REDLOCK_TTL", "6s",
                "CAMEL_CLUSTER_REDLOCK_NODE_TIMEOUT", "100");
        Properties system = new Properties();
        system.setProperty("camel.cluster.redlock.nodeTimeout", "200");

        RedlockClusterService service =
                new ServiceProperties(context, environment, system).service().orElseThrow();

        assertThat(service.getNodes()).isEqualTo("localhost:1");
        assertThat(service.getTtl()).isEqualTo(6_000);
        assertThat(service.getNodeTimeout()).isEqualTo(200);
    }

    @Test
    void aBeanOfTheRegistryWinsAndIsAddedOnce() throws Exception {
        RedlockClusterService bean = new RedlockClusterService();
        bean.setNodes("localhost:1");
        main.bind("cluster", bean);
        CamelContext context = started(Map.of("camel.cluster.redlock.nodes", "localhost:2"));

        assertThat(context.hasServices(RedlockClusterService.class)).containsExactly(bean);
    }

    @Test
    void aBeanDescribedByPropertiesBecomesAService() throws Exception {
        CamelContext context = started(Map.of(
                "camel.beans.cluster", "#class:io.camelredlock.component.RedlockClusterService",
                "camel.beans.cluster.nodes", "localhost:1"));

        assertThat(serviceOf(context).getNodes()).isEqualTo("localhost:1");
    }

    static Stream<Map<String, String>> nothingUseful() {
        return Stream.of(
                Map.of(),
                Map.of("camel.cluster.redlock.ttl", "5s"),
                Map.of("camel.cluster.redlock.nodes", "localhost:1", "camel.cluster.redlock.enabled", "false"));
    }

    @ParameterizedTest
    @MethodSource("nothingUseful")
    void thereIsNoServiceWithoutNodesOrIfItIsSwitchedOff(Map<String, String> properties) throws Exception {
        assertThat(started(properties).hasServices(RedlockClusterService.class)).isEmpty();
    }

    @Test
    void aMisspelledOptionStopsTheApplicationAndIsNamed() {
        assertThatThrownBy(() -> started(
                        Map.of("camel.cluster.redlock.nodes", "localhost:1", "camel.cluster.redlock.tttl", "5s")))
                .hasStackTraceContaining("tttl");
    }

    @Test
    void aWrongValueStopsTheApplicationWithTheRule() {
        assertThatThrownBy(() -> started(Map.of(
                        "camel.cluster.redlock.nodes", "localhost:1,localhost:1",
                        "camel.cluster.redlock.password", "very-secret")))
                .hasStackTraceContaining("each node votes once")
                .satisfies(refusal -> assertThat(refusal.toString()).doesNotContain("very-secret"));
    }
}
