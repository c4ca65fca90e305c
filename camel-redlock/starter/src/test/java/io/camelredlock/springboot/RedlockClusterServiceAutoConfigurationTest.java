// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.component.RedlockClusterService;
import io.camelredlock.core.Takeover;
import io.camelredlock.jedis.WireProtocol;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

final class RedlockClusterServiceAutoConfigurationTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RedlockClusterServiceAutoConfiguration.class));

    @Test
    void c66WithoutNodesThereIsNoService() {
        application.run(context -> assertThat(context).doesNotHaveBean(RedlockClusterService.class));
    }

    @Test
    void c66NodesMakeAServiceWhetherInOneValueOrInAList() {
        application
                .withPropertyValues("camel.cluster.redlock.nodes=r1:6379,r2:6379")
                .run(context -> assertThat(
                                context.getBean(RedlockClusterService.class).getNodes())
                        .isEqualTo("r1:6379,r2:6379"));
        application
                .withPropertyValues("camel.cluster.redlock.nodes[0]=r1:6379", "camel.cluster.redlock.nodes[1]=r2:6379")
                .run(context -> assertThat(
                                context.getBean(RedlockClusterService.class).getNodes())
                        .isEqualTo("r1:6379,r2:6379"));
    }

    @Test
    void c66ADisabledServiceIsNotMade() {
        application
                .withPropertyValues("camel.cluster.redlock.nodes=r1:6379", "camel.cluster.redlock.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(RedlockClusterService.class));
    }

    @Test
    void c66TheApplicationsOwnServiceWins() {
        RedlockClusterService own = new RedlockClusterService();
        application
                .withPropertyValues("camel.cluster.redlock.nodes=r1:6379")
                .withBean(RedlockClusterService.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(RedlockClusterService.class)).isSameAs(own));
    }

    @Test
    void whatIsNotSetKeepsTheServicesDefault() {
        RedlockClusterService defaults = new RedlockClusterService();
        defaults.setNodes("r1:6379");
        application
                .withPropertyValues("camel.cluster.redlock.nodes=r1:6379")
                .run(context -> assertThat(context.getBean(RedlockClusterService.class))
                        .usingRecursiveComparison()
                        .comparingOnlyFields(
                                "nodes",
                                "previousNodes",
                                "database",
                                "protocol",
                                "keyPrefix",
                                "connectTimeout",
                                "ttl",
                                "maxTtl",
                                "previousMaxTtl",
                                "takeover",
                                "driftFactor",
                                "nodeTimeout",
                                "timeout",
                                "retryCount",
                                "retryDelay",
                                "retryJitter",
                                "extendPeriod",
                                "stepDownMargin",
                                "resignWhenIdle",
                                "healthCheckMode")
                        .isEqualTo(defaults));
    }

    @Test
    void c67EveryPropertyOfTheConnectionArrives() {
        application
                .withPropertyValues(
                        "camel.cluster.redlock.nodes=r1:6379",
                        "camel.cluster.redlock.id=mine",
                        "camel.cluster.redlock.order=7",
                        "camel.cluster.redlock.attributes.zone=a",
                        "camel.cluster.redlock.previous-nodes=r1:6379,r2:6379",
                        "camel.cluster.redlock.username=camel",
                        "camel.cluster.redlock.password=secret",
                        "camel.cluster.redlock.database=2",
                        "camel.cluster.redlock.client-name=orders",
                        "camel.cluster.redlock.protocol=resp3",
                        "camel.cluster.redlock.cluster-id=blue",
                        "camel.cluster.redlock.key-prefix=app:",
                        "camel.cluster.redlock.connect-timeout=1s")
                .run(context -> assertThat(context.getBean(RedlockClusterService.class))
                        .returns("mine", RedlockClusterService::getId)
                        .returns(7, RedlockClusterService::getOrder)
                        .returns(Map.of("zone", "a"), RedlockClusterService::getAttributes)
                        .returns("r1:6379,r2:6379", RedlockClusterService::getPreviousNodes)
                        .returns("camel", RedlockClusterService::getUsername)
                        .returns("secret", RedlockClusterService::getPassword)
                        .returns(2, RedlockClusterService::getDatabase)
                        .returns("orders", RedlockClusterService::getClientName)
                        .returns(WireProtocol.RESP3, RedlockClusterService::getProtocol)
                        .returns("blue", RedlockClusterService::getClusterId)
                        .returns("app:", RedlockClusterService::getKeyPrefix)
                        .returns(1_000L, RedlockClusterService::getConnectTimeout));
    }

    @Test
    void c67EveryOtherPropertyArrives() {
        application
                .withPropertyValues(
                        "camel.cluster.redlock.nodes=r1:6379",
                        "camel.cluster.redlock.member-id=me",
                        "camel.cluster.redlock.ttl=PT20S",
                        "camel.cluster.redlock.max-ttl=30000",
                        "camel.cluster.redlock.previous-max-ttl=25s",
                        "camel.cluster.redlock.takeover=strict",
                        "camel.cluster.redlock.drift-factor=0.02",
                        "camel.cluster.redlock.node-timeout=300ms",
                        "camel.cluster.redlock.timeout=7s",
                        "camel.cluster.redlock.retry-count=4",
                        "camel.cluster.redlock.retry-delay=100",
                        "camel.cluster.redlock.retry-jitter=50",
                        "camel.cluster.redlock.extend-period=4s",
                        "camel.cluster.redlock.step-down-margin=3s",
                        "camel.cluster.redlock.resign-when-idle=1m",
                        "camel.cluster.redlock.health-check-mode=detailsOnly")
                .run(context -> assertThat(context.getBean(RedlockClusterService.class))
                        .returns("me", RedlockClusterService::getMemberId)
                        .returns(20_000L, RedlockClusterService::getTtl)
                        .returns(30_000L, RedlockClusterService::getMaxTtl)
                        .returns(25_000L, RedlockClusterService::getPreviousMaxTtl)
                        .returns(Takeover.STRICT, RedlockClusterService::getTakeover)
                        .returns(0.02, RedlockClusterService::getDriftFactor)
                        .returns(300L, RedlockClusterService::getNodeTimeout)
                        .returns(7_000L, RedlockClusterService::getTimeout)
                        .returns(4, RedlockClusterService::getRetryCount)
                        .returns(100L, RedlockClusterService::getRetryDelay)
                        .returns(50L, RedlockClusterService::getRetryJitter)
                        .returns(4_000L, RedlockClusterService::getExtendPeriod)
                        .returns(3_000L, RedlockClusterService::getStepDownMargin)
                        .returns(60_000L, RedlockClusterService::getResignWhenIdle)
                        .returns("detailsOnly", RedlockClusterService::getHealthCheckMode));
    }
}
