// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.CamelContext;
import org.apache.camel.health.HealthCheckRegistry;
import org.jspecify.annotations.Nullable;

/** What shows a cluster service to the outside: put up with it, taken down with it. Safe for use by several threads. */
final class Instruments {

    private final RedlockClusterService service;
    private final ManagedObjects managed = new ManagedObjects();
    private @Nullable RedlockHealthCheck healthCheck;

    Instruments(RedlockClusterService service) {
        this.service = service;
    }

    /** The service is there, though it may not have started. */
    synchronized void putUp(CamelContext context) {
        HealthCheckRegistry registry = HealthCheckRegistry.get(context);
        if (registry != null && healthCheck == null) {
            RedlockHealthCheck check = new RedlockHealthCheck(service);
            healthCheck = registry.register(check) ? check : null; // else another service has it
        }
    }

    /** The context is managed, or will never be. */
    void manage(CamelContext context) {
        managed.register(context, new ManagedRedlockService(service), "service", service.label());
    }

    void manage(CamelContext context, RedlockClusterView view) {
        managed.register(
                context, new ManagedRedlockView(view), "service", service.label(), "namespace", view.getNamespace());
    }

    synchronized void takeDown(CamelContext context) {
        managed.unregisterAll(context);
        HealthCheckRegistry registry = HealthCheckRegistry.get(context);
        if (registry != null && healthCheck != null) {
            registry.unregister(healthCheck);
        }
        healthCheck = null;
    }
}
