// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.jedis.JedisOptions;
import io.camelredlock.jedis.JedisOptionsBuilder;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.jspecify.annotations.Nullable;

/**
 * The options of an engine, checked before anything is sent: what contradicts is refused by a message that names the option,
 * its value and the rule. What the user did not set is left to the engine's defaults.
 */
record EngineOptions(JedisOptions connection, RedlockOptions rules) {

    static EngineOptions of(EngineSettings settings, CamelContext context) throws Exception {
        return new EngineOptions(connection(settings, context), rules(settings));
    }

    private static JedisOptions connection(EngineSettings settings, CamelContext context) throws Exception {
        String nodes = settings.getNodes();
        if (nodes == null || nodes.isBlank()) {
            throw new IllegalArgumentException(
                    "nodes is not set: give the addresses of the Redis nodes, host:port, comma separated");
        }
        JedisOptionsBuilder options = JedisOptions.builder()
                .nodes(nodes)
                .database(settings.getDatabase())
                .protocol(settings.getProtocol())
                .keyPrefix(settings.getKeyPrefix())
                .connectTimeout(Duration.ofMillis(settings.getConnectTimeout()));
        ifSet(settings.getPreviousNodes(), list -> options.previousNodes(list));
        ifSet(settings.getUsername(), options::username);
        ifSet(settings.getPassword(), options::password);
        ifSet(settings.getClientName(), options::clientName);
        ifSet(settings.getClusterId(), options::clusterId);
        SSLContextParameters tls = settings.getSslContextParameters();
        if (tls != null) {
            options.sslSocketFactory(tls.createSSLContext(context).getSocketFactory());
        }
        return options.build();
    }

    private static RedlockOptions rules(EngineSettings settings) {
        RedlockOptionsBuilder options = RedlockOptions.builder()
                .ttl(Duration.ofMillis(settings.getTtl()))
                .driftFactor(settings.getDriftFactor())
                .timeout(Duration.ofMillis(settings.getTimeout()))
                .retryCount(settings.getRetryCount())
                .retryDelay(Duration.ofMillis(settings.getRetryDelay()))
                .retryJitter(Duration.ofMillis(settings.getRetryJitter()));
        ifSet(settings.getMaxTtl(), millis -> options.maxTtl(Duration.ofMillis(millis)));
        ifSet(settings.getPreviousMaxTtl(), millis -> options.previousMaxTtl(Duration.ofMillis(millis)));
        ifSet(settings.getNodeTimeout(), millis -> options.nodeTimeout(Duration.ofMillis(millis)));
        ifSet(settings.getExtendPeriod(), millis -> options.extendPeriod(Duration.ofMillis(millis)));
        ifSet(settings.getStepDownMargin(), millis -> options.stepDownMargin(Duration.ofMillis(millis)));
        ifSet(settings.getTakeover(), options::takeover);
        ifSet(settings.getMemberId(), options::memberId);
        return options.build();
    }

    private static <T> void ifSet(@Nullable T value, Consumer<T> option) {
        if (value != null) {
            option.accept(value);
        }
    }
}
