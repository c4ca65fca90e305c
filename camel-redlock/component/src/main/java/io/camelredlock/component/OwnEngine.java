// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.time.Duration;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.health.HealthCheckRegistry;
import org.jspecify.annotations.Nullable;

/**
 * An engine that belongs to a component, as no cluster service has one for it; with what shows it to the outside, put up and taken
 * down with it. Thread-safe.
 */
final class OwnEngine {

    private final RedlockComponent component;
    private final ClusterEngine engine;
    private final QuorumWatch quorum;
    private final ManagedObjects managed = new ManagedObjects();
    private final @Nullable ComponentHealthCheck healthCheck;

    private OwnEngine(RedlockComponent component, ClusterEngine engine) {
        this.component = component;
        this.engine = engine;
        long ttl = component.getConfiguration().getTtl();
        quorum = new QuorumWatch(engine.redlock(), Duration.ofMillis(ttl), (there, conditions) -> {});
        healthCheck = putUp(new ComponentHealthCheck(this));
    }

    static OwnEngine open(RedlockComponent component) throws Exception {
        CamelContext context = component.getCamelContext();
        EngineOptions options = EngineOptions.of(component.getConfiguration(), context);
        OwnEngine own = new OwnEngine(component, ClusterEngine.open(context, component, options));
        own.quorum.begin(own.engine.timers());
        own.managed.register(context, new ManagedRedlockComponent(own), "component", "redlock");
        return own;
    }

    private @Nullable ComponentHealthCheck putUp(ComponentHealthCheck check) {
        HealthCheckRegistry registry = HealthCheckRegistry.get(component.getCamelContext());
        return registry != null && registry.register(check) ? check : null; // else another component has it
    }

    ClusterEngine engine() {
        return engine;
    }

    Map<String, String> nodes() {
        return engine.nodes();
    }

    boolean hasQuorum() {
        return engine.redlock().hasQuorum();
    }

    /** How many locks are held through the component now. */
    int held() {
        return component.locks().held();
    }

    /** Whether too few nodes vote, and have for longer than one ttl. */
    boolean isQuorumMissing() {
        return quorum.isMissing();
    }

    void close() {
        CamelContext context = component.getCamelContext();
        managed.unregisterAll(context);
        HealthCheckRegistry registry = HealthCheckRegistry.get(context);
        if (registry != null && healthCheck != null) {
            registry.unregister(healthCheck);
        }
        engine.close();
    }
}
