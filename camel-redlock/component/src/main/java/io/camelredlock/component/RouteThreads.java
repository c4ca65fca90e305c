// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.concurrent.ExecutorService;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ExecutorServiceManager;

/** The threads on which routes go on once they have what they waited for. A route may block them as it likes. */
record RouteThreads(ExecutorServiceManager manager, ExecutorService pool, Continuation continuation) {

    private static final int THREADS = 32;

    static RouteThreads open(CamelContext context, Object owner) {
        ExecutorServiceManager manager = context.getExecutorServiceManager();
        ExecutorService pool = manager.newThreadPool(owner, "RedlockRoutes", ClusterEngine.pool(THREADS));
        return new RouteThreads(manager, pool, new Continuation(pool));
    }

    void close() {
        manager.shutdown(pool);
    }
}
