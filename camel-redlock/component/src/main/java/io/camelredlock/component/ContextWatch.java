// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.Service;
import org.apache.camel.support.LifecycleStrategySupport;

/** Tells a cluster service what its context does, as Camel itself does not or tells it too late. */
final class ContextWatch extends LifecycleStrategySupport {

    private final RedlockClusterService service;

    ContextWatch(RedlockClusterService service) {
        this.service = service;
    }

    @Override
    public void onContextStarted(CamelContext context) {
        service.startWhatWasForgotten();
    }

    /** Comes before the first route is stopped, when no leadership may begin any more. */
    @Override
    public void onContextStopping(CamelContext context) {
        service.leave();
    }

    /** Camel forgets the service but does not end it. */
    @Override
    public void onServiceRemove(CamelContext context, Service removed, Route route) {
        if (removed == service) {
            service.hide();
        }
    }

    /** A service that was not added to the context is shut down here at the latest. */
    @Override
    public void onContextStopped(CamelContext context) {
        service.shutdown();
    }
}
