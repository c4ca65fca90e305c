// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.CamelEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells events to Camel's event notifiers, in order, on one thread that is used for nothing else: a notifier may take its time.
 * Safe for use by several threads.
 */
final class Notifications {

    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);

    private final CamelContext context;
    private final ExecutorService thread;

    Notifications(CamelContext context, Object owner) {
        this.context = context;
        this.thread = context.getExecutorServiceManager().newThreadPool(owner, "RedlockEvents", ClusterEngine.pool(1));
    }

    void tell(CamelEvent event) {
        try {
            thread.execute(() -> notifyGuarded(event));
        } catch (RejectedExecutionException closed) {
            LOG.debug("{} came too late to be told", event, closed);
        }
    }

    /** What was told before is still delivered. */
    void close() {
        context.getExecutorServiceManager().shutdown(thread);
    }

    private void notifyGuarded(CamelEvent event) {
        try {
            context.getManagementStrategy().notify(event);
        } catch (Exception theirs) {
            LOG.warn("An event notifier failed at: {}", event, theirs);
        }
    }
}
