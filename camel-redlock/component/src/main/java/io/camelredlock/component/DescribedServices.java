// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.VetoCamelContextStartException;
import org.apache.camel.support.LifecycleStrategySupport;

/** Adds the cluster services that are described but not there, before the first route looks for one. */
final class DescribedServices extends LifecycleStrategySupport {

    @Override
    public void onContextInitializing(CamelContext context) throws VetoCamelContextStartException {
        for (RedlockClusterService bean : context.getRegistry().findByType(RedlockClusterService.class)) {
            add(context, bean);
        }
        if (context.hasServices(RedlockClusterService.class).isEmpty()) {
            Optional<RedlockClusterService> configured =
                    new ServiceProperties(context, System.getenv(), System.getProperties()).service();
            if (configured.isPresent()) {
                add(context, configured.get());
            }
        }
    }

    private static void add(CamelContext context, RedlockClusterService service) throws VetoCamelContextStartException {
        try {
            if (!context.hasService(service)) {
                context.addService(service);
            }
        } catch (Exception refused) {
            throw new VetoCamelContextStartException(
                    "The Redlock cluster service cannot be added: " + refused.getMessage(), refused, context);
        }
    }
}
