// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.CamelContext;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Stands before every step of every route and fails an exchange whose lock was lost, so that it does nothing more of what
 * the lock was to protect. What handles failures, and what comes after an exchange, is left alone. Thread-safe.
 */
final class LossGuard implements InterceptStrategy {

    private final AtomicBoolean warned = new AtomicBoolean();

    /** Adds one, unless there is one; guards the routes that are made from then on. */
    static void addTo(CamelContext context) {
        boolean there = context.getCamelContextExtension().getInterceptStrategies().stream()
                .anyMatch(LossGuard.class::isInstance);
        if (!there) {
            context.getCamelContextExtension().addInterceptStrategy(new LossGuard());
        }
    }

    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, @Nullable Processor nextTarget) {
        return isForFailures(definition) ? target : new GuardedStep(target, warned);
    }

    private static boolean isForFailures(@Nullable NamedNode definition) {
        NamedNode node = definition;
        while (node != null) {
            String kind = node.getShortName();
            if ("onException".equals(kind) || "onCompletion".equals(kind)) {
                return true;
            }
            node = node.getParent();
        }
        return false;
    }
}
