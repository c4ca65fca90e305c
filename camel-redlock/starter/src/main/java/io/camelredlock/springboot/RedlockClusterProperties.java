// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.springboot;

import io.camelredlock.core.Takeover;
import io.camelredlock.jedis.WireProtocol;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the cluster service. What is not set keeps the service's own default.
 *
 * @param enabled whether to make a cluster service
 * @param id the id of the service in the Camel context
 * @param order the order among several cluster services; lower comes first
 * @param attributes attributes by which a selector can tell several cluster services apart
 * @param nodes the Redis nodes: host:port, redis://host:port or rediss://host:port for TLS. Without any, there is no service
 * @param previousNodes the nodes that members which are not restarted yet have, while the list of nodes is changed
 * @param username the ACL user on all nodes
 * @param password the password on all nodes
 * @param database the number of the database
 * @param clientName what the connections are called on the nodes
 * @param protocol the version of the protocol that is spoken with the nodes: resp2, which all understand, or resp3
 * @param clusterId what all clients of these nodes must agree on; by default a hash of the nodes
 * @param keyPrefix stands before the name of every key; may be empty
 * @param memberId the name of this member, shown to others; made unique for every start
 * @param connectTimeout how long one attempt to connect may take
 * @param ttl how long the nodes keep a grant, and so the longest time without a leader after a crash
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
 * @param stepDownMargin how long before the end of its grant a leader that could not extend it steps down
 * @param resignWhenIdle how long to lead a namespace none of whose routes works; 0 for ever
 * @param healthCheckMode what the health check does: readiness, or detailsOnly
 */
@ConfigurationProperties("camel.cluster.redlock")
record RedlockClusterProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String id,
        @Nullable Integer order,
        @DefaultValue Map<String, Object> attributes,
        @DefaultValue List<String> nodes,
        @Nullable List<String> previousNodes,
        @Nullable String username,
        @Nullable String password,
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
        @Nullable Duration resignWhenIdle,
        @Nullable String healthCheckMode) {

    /** Everything but secrets. */
    @Override
    public String toString() {
        return "camel.cluster.redlock[enabled=" + enabled + ", nodes=" + nodes + ", ttl=" + ttl + "]";
    }
}
