// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;
import io.camelredlock.jedis.WireProtocol;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a redlock component that uses no cluster service: where its nodes are, and how it takes and keeps leases.
 *
 * <p>Durations are milliseconds. Read when the first endpoint is used; what contradicts is refused then, by a message that
 * names the option, its value and the rule. Not safe for use by several threads.
 */
@Configurer
@UriParams
public class RedlockConfiguration implements EngineSettings {

    @UriParam(
            description =
                    "The Redis nodes, comma separated: host:port, redis://host:port or rediss://host:port for TLS. Independent masters, an odd number of them (1, 3, 5 or 7). Not needed where a RedlockClusterService has them.")
    private @Nullable String nodes;

    @UriParam(
            description =
                    "The nodes that members which are not restarted yet have, while the list of nodes is changed: a grant then needs a majority of each list. To be left out again, in a second round of restarts, when all members have both.",
            label = "advanced")
    private @Nullable String previousNodes;

    @UriParam(description = "The ACL user on all nodes.", label = "security", secret = true)
    private @Nullable String username;

    @UriParam(description = "The password on all nodes.", label = "security", secret = true)
    private @Nullable String password;

    @UriParam(description = "TLS settings for rediss nodes; by default those of the JVM.", label = "security")
    private @Nullable SSLContextParameters sslContextParameters;

    @UriParam(description = "The number of the database.", label = "advanced", defaultValue = "0")
    private int database;

    @UriParam(description = "What the connections are called on the nodes.", label = "advanced")
    private @Nullable String clientName;

    @UriParam(
            description =
                    "The version of the protocol that is spoken with the nodes: RESP2, which all understand, or RESP3.",
            label = "advanced",
            defaultValue = "RESP2")
    private WireProtocol protocol = WireProtocol.RESP2;

    @UriParam(
            description =
                    "How long one attempt to connect may take. Connecting happens in the background, never on the path of a lock.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "2000")
    private long connectTimeout = 2_000;

    @UriParam(
            description = "What all clients of these nodes must agree on; by default a hash of the nodes.",
            label = "advanced")
    private @Nullable String clusterId;

    @UriParam(
            description = "Stands before the name of every key; may be empty.",
            label = "advanced",
            defaultValue = "redlock:")
    private String keyPrefix = "redlock:";

    @UriParam(
            description =
                    "The name of this member, shown to others; made unique for every start. By default host and process id.")
    private @Nullable String memberId;

    @UriParam(
            description =
                    "How long the nodes keep a grant, and so the longest time a lock is held after its holder crashed. At least 100 ms.",
            javaType = "java.time.Duration",
            defaultValue = "10000")
    private long ttl = 10_000;

    @UriParam(
            description = "The longest ttl anybody uses on these nodes, a constant of the cluster; by default the ttl.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long maxTtl;

    @UriParam(
            description =
                    "The maxTtl of members that are not restarted yet, while it is changed; until it is left out again, in a second round of restarts, the ttl is at most the shorter of both. By default maxTtl.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long previousMaxTtl;

    @UriParam(
            description =
                    "What a new holder must know before it begins, so that nobody can still hold: GUARDED asks for evidence from a quorum of nodes that kept their memory and clocks, and waits without it; STRICT waits at every change of holder; CLASSIC is textbook Redlock. By default that of the engine.",
            label = "advanced")
    private @Nullable Takeover takeover;

    @UriParam(
            description =
                    "The part of maxTtl that is given up for clocks of different rates, from 0.001 to less than 0.5.",
            label = "advanced",
            defaultValue = "0.01")
    private double driftFactor = 0.01;

    @UriParam(
            description = "How long one node's vote may take; by default a twentieth of the ttl, within 50 to 500 ms.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long nodeTimeout;

    @UriParam(
            description = "How long an acquire of a lock goes on trying.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "30000")
    private long timeout = 30_000;

    @UriParam(
            description = "How often an acquire of a lock is tried again within the timeout; -1 for no limit.",
            label = "advanced",
            defaultValue = "-1")
    private int retryCount = RedlockOptions.UNLIMITED;

    @UriParam(
            description = "The pause between attempts when nothing better is known.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "200")
    private long retryDelay = 200;

    @UriParam(
            description = "The most that is added to a pause at random, so that contenders part.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "200")
    private long retryJitter = 200;

    @UriParam(
            description = "How often a grant is extended; by default a quarter of the ttl.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long extendPeriod;

    @UriParam(
            description =
                    "How long before the end of its grant a leader steps down; by default a fifth of the ttl. No matter for locks, but it must fit the other options.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long stepDownMargin;

    @Override
    public @Nullable String getNodes() {
        return nodes;
    }

    /** The addresses of the nodes, comma separated; required. */
    public void setNodes(@Nullable String nodes) {
        this.nodes = nodes;
    }

    @Override
    public @Nullable String getPreviousNodes() {
        return previousNodes;
    }

    /** The nodes that members which are not restarted yet have, comma separated; null if the list is not changed. */
    public void setPreviousNodes(@Nullable String previousNodes) {
        this.previousNodes = previousNodes;
    }

    @Override
    public @Nullable String getUsername() {
        return username;
    }

    /** The ACL user on all nodes. */
    public void setUsername(@Nullable String username) {
        this.username = username;
    }

    @Override
    public @Nullable String getPassword() {
        return password;
    }

    /** The password on all nodes. */
    public void setPassword(@Nullable String password) {
        this.password = password;
    }

    @Override
    public @Nullable SSLContextParameters getSslContextParameters() {
        return sslContextParameters;
    }

    /** TLS settings for {@code rediss} nodes. */
    public void setSslContextParameters(@Nullable SSLContextParameters sslContextParameters) {
        this.sslContextParameters = sslContextParameters;
    }

    @Override
    public int getDatabase() {
        return database;
    }

    /** The number of the database. */
    public void setDatabase(int database) {
        this.database = database;
    }

    @Override
    public @Nullable String getClientName() {
        return clientName;
    }

    /** What the connections are called on the nodes. */
    public void setClientName(@Nullable String clientName) {
        this.clientName = clientName;
    }

    @Override
    public WireProtocol getProtocol() {
        return protocol;
    }

    /** The version of the protocol that is spoken with the nodes. */
    public void setProtocol(WireProtocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public long getConnectTimeout() {
        return connectTimeout;
    }

    /** How long one attempt to connect may take, in milliseconds. */
    public void setConnectTimeout(long connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    @Override
    public @Nullable String getClusterId() {
        return clusterId;
    }

    /** What all clients of these nodes must agree on. */
    public void setClusterId(@Nullable String clusterId) {
        this.clusterId = clusterId;
    }

    @Override
    public String getKeyPrefix() {
        return keyPrefix;
    }

    /** Stands before the name of every key. */
    public void setKeyPrefix(String keyPrefix) {
        this.keyPrefix = keyPrefix;
    }

    @Override
    public @Nullable String getMemberId() {
        return memberId;
    }

    /** The name of this member, shown to others; made unique for every start. */
    public void setMemberId(@Nullable String memberId) {
        this.memberId = memberId;
    }

    @Override
    public long getTtl() {
        return ttl;
    }

    /** How long the nodes keep a grant, in milliseconds. */
    public void setTtl(long ttl) {
        this.ttl = ttl;
    }

    @Override
    public @Nullable Long getMaxTtl() {
        return maxTtl;
    }

    /** The longest ttl anybody uses on these nodes, in milliseconds; null for the ttl. */
    public void setMaxTtl(@Nullable Long maxTtl) {
        this.maxTtl = maxTtl;
    }

    @Override
    public @Nullable Long getPreviousMaxTtl() {
        return previousMaxTtl;
    }

    /** The maxTtl of members that are not restarted yet, in milliseconds; null if it is not changed. */
    public void setPreviousMaxTtl(@Nullable Long previousMaxTtl) {
        this.previousMaxTtl = previousMaxTtl;
    }

    @Override
    public @Nullable Takeover getTakeover() {
        return takeover;
    }

    /** What a new holder must know before it begins; null for the default of the engine. */
    public void setTakeover(@Nullable Takeover takeover) {
        this.takeover = takeover;
    }

    @Override
    public double getDriftFactor() {
        return driftFactor;
    }

    /** The part of maxTtl that is given up for clocks of different rates. */
    public void setDriftFactor(double driftFactor) {
        this.driftFactor = driftFactor;
    }

    @Override
    public @Nullable Long getNodeTimeout() {
        return nodeTimeout;
    }

    /** How long one node's vote may take, in milliseconds; null for a part of the ttl. */
    public void setNodeTimeout(@Nullable Long nodeTimeout) {
        this.nodeTimeout = nodeTimeout;
    }

    @Override
    public long getTimeout() {
        return timeout;
    }

    /** How long an acquire of a lock goes on trying, in milliseconds. */
    public void setTimeout(long timeout) {
        this.timeout = timeout;
    }

    @Override
    public int getRetryCount() {
        return retryCount;
    }

    /** How often an acquire of a lock is tried again; -1 for no limit. */
    public void setRetryCount(int retryCount) {
        this.retryCount = retryCount;
    }

    @Override
    public long getRetryDelay() {
        return retryDelay;
    }

    /** The pause between attempts, in milliseconds. */
    public void setRetryDelay(long retryDelay) {
        this.retryDelay = retryDelay;
    }

    @Override
    public long getRetryJitter() {
        return retryJitter;
    }

    /** The most that is added to a pause at random, in milliseconds. */
    public void setRetryJitter(long retryJitter) {
        this.retryJitter = retryJitter;
    }

    @Override
    public @Nullable Long getExtendPeriod() {
        return extendPeriod;
    }

    /** How often a grant is extended, in milliseconds; null for a quarter of the ttl. */
    public void setExtendPeriod(@Nullable Long extendPeriod) {
        this.extendPeriod = extendPeriod;
    }

    @Override
    public @Nullable Long getStepDownMargin() {
        return stepDownMargin;
    }

    /** How long before the end of its grant a leader steps down, in milliseconds; null for a fifth of the ttl. */
    public void setStepDownMargin(@Nullable Long stepDownMargin) {
        this.stepDownMargin = stepDownMargin;
    }
}
