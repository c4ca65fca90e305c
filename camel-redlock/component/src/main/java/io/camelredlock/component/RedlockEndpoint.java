// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.AsyncEndpoint;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * Acquire, extend, release and query locks on independent Redis nodes (Redlock), and be told who leads a namespace.
 *
 * <p>Durations are milliseconds. The connection is the component's or its cluster service's. Safe for use by several threads
 * once it is configured.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "redlock",
        title = "Redlock",
        syntax = "redlock:resource",
        category = {Category.CLUSTERING},
        headersClass = RedlockConstants.class)
public class RedlockEndpoint extends DefaultEndpoint implements AsyncEndpoint, LockSettings {

    @UriPath(
            description =
                    "What is locked: any name that is not blank and takes at most 1024 bytes of UTF-8, with %xx for what a URI cannot hold. Of a consumer: the namespace whose leadership it tells of.")
    @Metadata(required = true)
    private String resource;

    @UriParam(label = "producer", description = "What a step does.", defaultValue = "acquire")
    private RedlockOperation operation = RedlockOperation.acquire;

    @UriParam(
            label = "producer",
            description =
                    "Parts the names of several resources, which are locked all or none. Without it the name is one, whatever is in it.")
    private @Nullable String separator;

    @UriParam(
            label = "producer",
            description =
                    "How long the nodes keep a grant, and so the longest time the lock stays held after this process died; by default the ttl of the component or cluster service.",
            javaType = "java.time.Duration")
    private @Nullable Long ttl;

    @UriParam(
            label = "producer",
            description =
                    "How long to wait for the lock; by default the timeout of the component or cluster service, and for tryAcquire 0, which is one attempt.",
            javaType = "java.time.Duration")
    private @Nullable Long timeout;

    @UriParam(
            label = "producer",
            description = "What extend adds to what is left. Without it extend sets the time to live to the ttl.",
            javaType = "java.time.Duration")
    private @Nullable Long extendBy;

    @UriParam(
            label = "producer",
            description =
                    "How long a lease that is handed over waits to be adopted, at most the maxTtl; by default the ttl. Until then nobody else can have it.",
            javaType = "java.time.Duration")
    private @Nullable Long handoverTtl;

    @UriParam(
            label = "producer",
            description =
                    "The header that carries the string of a lease that is handed over, through JMS, Kafka and HTTP as well; empty for the body.",
            defaultValue = "redlock-handover")
    private String handoverHeader = "redlock-handover";

    @UriParam(
            label = "producer",
            description =
                    "How long the lock is held: until it is released or the exchange is over, or only until it is released (manual).",
            defaultValue = "exchange")
    private RedlockScope scope = RedlockScope.exchange;

    @UriParam(
            label = "producer",
            description =
                    "After how long the lock is not extended any more, so that an exchange that never ends does not lock out everybody.",
            javaType = "java.time.Duration",
            defaultValue = "300000")
    private long maxHold = 300_000;

    @UriParam(
            label = "producer",
            description =
                    "How long the lock is held at least: a release is put off until then. With a schedule and tryAcquire, once per cluster and tick.",
            javaType = "java.time.Duration",
            defaultValue = "0")
    private long minHold;

    @UriParam(
            label = "producer",
            description = "What becomes of an exchange whose lock was lost: its next step fails, or it goes on.",
            defaultValue = "fail")
    private OnLost onLost = OnLost.fail;

    @UriParam(
            label = "producer",
            description =
                    "Whether an exchange fails that did not get the lock, or was to release one it does not hold. If not, the headers say so, and the route must ask them.",
            defaultValue = "true")
    private boolean failIfNotAcquired = true;

    @UriParam(
            label = "producer,advanced",
            description =
                    "Whether the thread of the route waits. An exchange in a transaction always stays on its thread.",
            defaultValue = "false")
    private boolean synchronous;

    @UriParam(
            label = "consumer",
            description = "Whether what is known when the consumer starts is told as if it had just happened.",
            defaultValue = "true")
    private boolean initialEvent = true;

    private final RedlockComponent component;

    RedlockEndpoint(String uri, RedlockComponent component, String resource) {
        super(uri, component);
        this.component = component;
        this.resource = resource;
    }

    @Override
    public Producer createProducer() {
        return new RedlockProducer(this, component);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        RedlockConsumer consumer = new RedlockConsumer(this, component, processor);
        configureConsumer(consumer);
        return consumer;
    }

    public String getResource() {
        return resource;
    }

    /** What is locked. */
    public void setResource(String resource) {
        this.resource = resource;
    }

    public RedlockOperation getOperation() {
        return operation;
    }

    /** What a step does. */
    public void setOperation(RedlockOperation operation) {
        this.operation = operation;
    }

    @Override
    public @Nullable String getSeparator() {
        return separator;
    }

    /** Parts the names of several resources; null for one name. */
    public void setSeparator(@Nullable String separator) {
        this.separator = separator;
    }

    @Override
    public @Nullable Long getTtl() {
        return ttl;
    }

    /** How long the nodes keep a grant, in milliseconds; null for that of the engine. */
    public void setTtl(@Nullable Long ttl) {
        this.ttl = ttl;
    }

    @Override
    public @Nullable Long getTimeout() {
        return timeout;
    }

    /** How long to wait for the lock, in milliseconds; null for the default of the operation. */
    public void setTimeout(@Nullable Long timeout) {
        this.timeout = timeout;
    }

    public @Nullable Long getExtendBy() {
        return extendBy;
    }

    /** What extend adds, in milliseconds; null to set the ttl. */
    public void setExtendBy(@Nullable Long extendBy) {
        this.extendBy = extendBy;
    }

    public @Nullable Long getHandoverTtl() {
        return handoverTtl;
    }

    /** How long a lease that is handed over waits to be adopted, in milliseconds; null for the ttl. */
    public void setHandoverTtl(@Nullable Long handoverTtl) {
        this.handoverTtl = handoverTtl;
    }

    public String getHandoverHeader() {
        return handoverHeader;
    }

    /** The header that carries the string of a lease that is handed over; empty for the body. */
    public void setHandoverHeader(String handoverHeader) {
        this.handoverHeader = handoverHeader;
    }

    @Override
    public RedlockScope getScope() {
        return scope;
    }

    /** How long the lock is held. */
    public void setScope(RedlockScope scope) {
        this.scope = scope;
    }

    @Override
    public long getMaxHold() {
        return maxHold;
    }

    /** After how long the lock is not extended any more, in milliseconds. */
    public void setMaxHold(long maxHold) {
        this.maxHold = maxHold;
    }

    @Override
    public long getMinHold() {
        return minHold;
    }

    /** How long the lock is held at least, in milliseconds. */
    public void setMinHold(long minHold) {
        this.minHold = minHold;
    }

    @Override
    public OnLost getOnLost() {
        return onLost;
    }

    /** What becomes of an exchange whose lock was lost. */
    public void setOnLost(OnLost onLost) {
        this.onLost = onLost;
    }

    @Override
    public boolean isFailIfNotAcquired() {
        return failIfNotAcquired;
    }

    /** Whether an exchange fails that did not get the lock. */
    public void setFailIfNotAcquired(boolean failIfNotAcquired) {
        this.failIfNotAcquired = failIfNotAcquired;
    }

    public boolean isSynchronous() {
        return synchronous;
    }

    /** Whether the thread of the route waits. */
    public void setSynchronous(boolean synchronous) {
        this.synchronous = synchronous;
    }

    public boolean isInitialEvent() {
        return initialEvent;
    }

    /** Whether what is known when a consumer starts is told. */
    public void setInitialEvent(boolean initialEvent) {
        this.initialEvent = initialEvent;
    }
}
