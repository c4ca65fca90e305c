// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.springboot;

import io.camelredlock.component.RedlockClusterService;
import java.time.Duration;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.cluster.ClusteredRouteControllerAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Makes a cluster service when {@code camel.cluster.redlock.nodes} names nodes and the application has no such service of its
 * own. Camel adds it to its context, starts it and ends it.
 */
@AutoConfiguration(before = {CamelAutoConfiguration.class, ClusteredRouteControllerAutoConfiguration.class})
@ConditionalOnProperty(prefix = "camel.cluster.redlock", name = "enabled", matchIfMissing = true)
@Conditional(RedlockClusterServiceAutoConfiguration.OnNodes.class)
@EnableConfigurationProperties(RedlockClusterProperties.class)
final class RedlockClusterServiceAutoConfiguration {

    @Bean(destroyMethod = "") // its context ends it, when the routes have drained
    @ConditionalOnMissingBean
    RedlockClusterService redlockClusterService(RedlockClusterProperties properties) {
        RedlockClusterService service = new RedlockClusterService();
        PropertyMapper map = PropertyMapper.get().alwaysApplyingWhenNonNull();
        map.from(properties::id).to(service::setId);
        map.from(properties::order).to(service::setOrder);
        map.from(properties::attributes).to(service::setAttributes);
        nodes(properties, service, map);
        durations(properties, service, map);
        return service;
    }

    private static void nodes(RedlockClusterProperties properties, RedlockClusterService service, PropertyMapper map) {
        service.setNodes(String.join(",", properties.nodes()));
        map.from(properties::previousNodes).as(list -> String.join(",", list)).to(service::setPreviousNodes);
        map.from(properties::username).to(service::setUsername);
        map.from(properties::password).to(service::setPassword);
        map.from(properties::database).to(service::setDatabase);
        map.from(properties::clientName).to(service::setClientName);
        map.from(properties::protocol).to(service::setProtocol);
        map.from(properties::clusterId).to(service::setClusterId);
        map.from(properties::keyPrefix).to(service::setKeyPrefix);
        map.from(properties::memberId).to(service::setMemberId);
        map.from(properties::takeover).to(service::setTakeover);
        map.from(properties::driftFactor).to(service::setDriftFactor);
        map.from(properties::retryCount).to(service::setRetryCount);
        map.from(properties::resignWhenIdle).as(Duration::toMillis).to(service::setResignWhenIdle);
        map.from(properties::healthCheckMode).to(service::setHealthCheckMode);
    }

    private static void durations(
            RedlockClusterProperties properties, RedlockClusterService service, PropertyMapper map) {
        map.from(properties::connectTimeout).as(Duration::toMillis).to(service::setConnectTimeout);
        map.from(properties::ttl).as(Duration::toMillis).to(service::setTtl);
        map.from(properties::maxTtl).as(Duration::toMillis).to(service::setMaxTtl);
        map.from(properties::previousMaxTtl).as(Duration::toMillis).to(service::setPreviousMaxTtl);
        map.from(properties::nodeTimeout).as(Duration::toMillis).to(service::setNodeTimeout);
        map.from(properties::timeout).as(Duration::toMillis).to(service::setTimeout);
        map.from(properties::retryDelay).as(Duration::toMillis).to(service::setRetryDelay);
        map.from(properties::retryJitter).as(Duration::toMillis).to(service::setRetryJitter);
        map.from(properties::extendPeriod).as(Duration::toMillis).to(service::setExtendPeriod);
        map.from(properties::stepDownMargin).as(Duration::toMillis).to(service::setStepDownMargin);
    }

    /** Whether nodes are named, as one value or as a list. */
    static final class OnNodes extends OnPropertyListCondition {

        OnNodes() {
            super("camel.cluster.redlock.nodes", () -> ConditionMessage.forCondition("Redlock nodes"));
        }
    }
}
