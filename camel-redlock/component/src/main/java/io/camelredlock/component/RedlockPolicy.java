// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.CamelContext;
import org.apache.camel.Expression;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Puts a block of a route under a lock: {@code .policy(lock)}, {@code <policy ref="lock">}, or {@code policy} in YAML. The lock
 * is acquired before the first step of the block, extended meanwhile, and given back after the last one, whatever becomes of
 * the exchange. If it is lost the exchange fails before its next step, or at the end of the block.
 *
 * <p>Durations are milliseconds. One policy may serve several blocks; an exchange that enters a second one with the same
 * resource is in it at once. Safe for use by several threads once it is configured.
 */
@Metadata(
        label = "bean",
        description = "Puts a block of a route under a lock on independent Redis nodes (Redlock)",
        annotations = {"interfaceName=org.apache.camel.spi.Policy"})
@Configurer(metadataOnly = true)
public class RedlockPolicy implements Policy, LockSettings {

    @Metadata(
            description =
                    "What is locked: an expression, evaluated for each exchange. A collection or array is several resources, locked all or none.",
            required = true)
    private @Nullable String resource;

    @Metadata(description = "The language of the resource.", defaultValue = "simple", label = "advanced")
    private String language = "simple";

    @Metadata(description = "The redlock component.", defaultValue = "redlock", label = "advanced")
    private String component = "redlock";

    @Metadata(description = "Parts the names of several resources in a text. Without it a text is one name.")
    private @Nullable String separator;

    @Metadata(
            description = "How long the nodes keep a grant; by default the ttl of the component or cluster service.",
            javaType = "java.time.Duration")
    private @Nullable Long ttl;

    @Metadata(
            description =
                    "How long to wait for the lock, 0 for one attempt; by default the timeout of the component or cluster service.",
            javaType = "java.time.Duration")
    private @Nullable Long timeout;

    @Metadata(
            description = "After how long the lock is not extended any more.",
            javaType = "java.time.Duration",
            defaultValue = "300000")
    private long maxHold = 300_000;

    @Metadata(
            description = "How long the lock is held at least: a release is put off until then.",
            javaType = "java.time.Duration",
            defaultValue = "0")
    private long minHold;

    @Metadata(
            description = "What becomes of an exchange whose lock was lost: it fails, or it goes on.",
            defaultValue = "fail")
    private OnLost onLost = OnLost.fail;

    @Metadata(
            description =
                    "Whether an exchange fails that did not get the lock. If not, the block is skipped, and the header CamelRedlockAcquired is false.",
            defaultValue = "true")
    private boolean failIfNotAcquired = true;

    @Override
    public void beforeWrap(Route route, NamedNode definition) {
        if (resource == null || resource.isBlank()) {
            throw new IllegalArgumentException(
                    "resource is not set on the RedlockPolicy of route '" + route.getRouteId() + "': say what to lock");
        }
    }

    @Override
    public Processor wrap(Route route, Processor processor) {
        CamelContext context = route.getCamelContext();
        Expression names = context.resolveLanguage(language).createExpression(resource);
        names.init(context);
        return new LockedBlock(context.getComponent(component, RedlockComponent.class), this, names, processor);
    }

    /** Until the end of the block; and of the exchange, if that comes first. */
    @Override
    public RedlockScope getScope() {
        return RedlockScope.exchange;
    }

    public @Nullable String getResource() {
        return resource;
    }

    /** What is locked, an expression. */
    public void setResource(@Nullable String resource) {
        this.resource = resource;
    }

    public String getLanguage() {
        return language;
    }

    /** The language of the resource. */
    public void setLanguage(String language) {
        this.language = language;
    }

    public String getComponent() {
        return component;
    }

    /** The name of the redlock component. */
    public void setComponent(String component) {
        this.component = component;
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

    /** How long to wait for the lock, in milliseconds; null for that of the engine. */
    public void setTimeout(@Nullable Long timeout) {
        this.timeout = timeout;
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
}
