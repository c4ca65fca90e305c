// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.springboot;

import io.camelredlock.core.Takeover;
import io.camelredlock.jedis.WireProtocol;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the component {@code redlock}. What is not set keeps the component's own default. Nodes and the options of an
 * engine are needed only where there is no cluster service.
 *
 * @param enabled whether these properties are given to the component
 * @param clusterService the name of the bean whose engine is used, {@code #name}; by default the only RedlockClusterService
 * @param nodes the Redis nodes, comma separated: host:port, redis://host:port or rediss://host:port for TLS
 * @param previousNodes the nodes that members which are not restarted yet have, while the list of nodes is changed
 * @param username the ACL user on all nodes
 * @param password the password on all nodes
 * @param sslContextParameters the name of the bean with TLS settings for rediss nodes, {@code #name}
 * @param database the number of the database
 * @param clientName what the connections are called on the nodes
 * @param protocol the version of the protocol that is spoken with the nodes: resp2, which all understand, or resp3
 * @param clusterId what all clients of these nodes must agree on; by default a hash of the nodes
 * @param keyPrefix stands before the name of every key; may be empty
 * @param memberId the name of this member, shown to others; made unique for every start
 * @param connectTimeout how long one attempt to connect may take
 * @param ttl how long the nodes keep a grant, and so the longest time a lock is held after its holder crashed
 * @param maxTtl the longest ttl anybody uses on these nodes, a constant of the cluster; by default the ttl
 * @param previousMaxTtl the maxTtl of members that are not restarted yet, while it is changed; by default maxTtl
 * @param takeover what a new holder must know before it begins: guarded, strict or classic
 * @param driftFactor the part of maxTtl that is given up for clocks of different rates
 * @param nodeTimeout how long one node's vote may take
 * @param timeout how long an acquire of a lock goes on trying
 * @param retryCount how often an acquire of a lock is tried again within the timeout; -1 for no limit
 * @param retryDelay the pause between attempts when nothing better is known
 * @param retryJitter the most that is added to a pause at random
 * @param extendPeriod how often a grant is extended; by default a quarter of the ttl
 * @param stepDownMargin how long before the end of its grant a leader steps down; no matter for locks
 * @param bridgeErrorHandler whether exceptions of a consumer go to the route's error handler
 * @param lazyStartProducer whether a producer is started with its first message
 * @param autowiredEnabled whether options are looked up in the registry
 */
@ConfigurationProperties("camel.component.redlock")
record RedlockComponentProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String clusterService,
        @Nullable String nodes,
        @Nullable String previousNodes,
        @Nullable String username,
        @Nullable String password,
        @Nullable String sslContextParameters,
        @Nullable Integer database,
        @Nullable String clientName,
        @Nullable WireProtocol protocol,
        @Nullable String clusterId,
        @Nullable String keyPrefix,
        @Nullable String memberId,
        @Nullable Duration connectTimeout,
        @Nullable Duration ttl,
        @Nullable Duration maxTtl,
        @Nullable Duration previousMaxTtl,
        @Nullable Takeover takeover,
        @Nullable Double driftFactor,
        @Nullable Duration nodeTimeout,
        @Nullable Duration timeout,
        @Nullable Integer retryCount,
        @Nullable Duration retryDelay,
        @Nullable Duration retryJitter,
        @Nullable Duration extendPeriod,
        @Nullable Duration stepDownMargin,
        @Nullable Boolean bridgeErrorHandler,
        @Nullable Boolean lazyStartProducer,
        @Nullable Boolean autowiredEnabled) {

    /** What is set, by the names of the component's options; durations in milliseconds. */
    Map<String, Object> options() {
        Map<String, Object> options = new LinkedHashMap<>();
        for (RecordComponent property : RedlockComponentProperties.class.getRecordComponents()) {
            Object value = valueOf(property);
            if (value != null && !property.getName().equals("enabled")) {
                options.put(property.getName(), value instanceof Duration duration ? duration.toMillis() : value);
            }
        }
        return options;
    }

    private @Nullable Object valueOf(RecordComponent property) {
        try {
            return property.getAccessor().invoke(this);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("property " + property.getName() + " cannot be read", impossible);
        }
    }

    /** Everything but secrets. */
    @Override
    public String toString() {
        return "camel.component.redlock[enabled=" + enabled + ", nodes=" + nodes + ", ttl=" + ttl + "]";
    }
}
