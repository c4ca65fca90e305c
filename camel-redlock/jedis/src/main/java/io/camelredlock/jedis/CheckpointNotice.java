// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Redlock;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Tells an engine of checkpoints of the process (CRaC), over which no lease may be trusted. It is the engine's
 * {@code whenClosed}, as the global context of checkpoints keeps nothing alive.
 */
final class CheckpointNotice implements Runnable {

    private final Runnable whenClosed;
    private @Nullable Object resource;

    CheckpointNotice(Runnable whenClosed) {
        this.whenClosed = whenClosed;
    }

    @Override
    public void run() {
        whenClosed.run();
    }

    /** Does nothing where {@code org.crac:crac} is not on the class path: nobody takes checkpoints without it. */
    void register(Redlock engine) {
        try {
            resource = EngineResource.register(engine);
        } catch (NoClassDefFoundError notThere) {
            resource = null;
        }
    }

    /** All that needs the optional classes, so that the other class loads without them. */
    private static final class EngineResource implements Resource {

        private final Redlock engine;

        private EngineResource(Redlock engine) {
            this.engine = engine;
        }

        static Object register(Redlock engine) {
            EngineResource resource = new EngineResource(engine);
            Core.getGlobalContext().register(resource);
            return resource;
        }

        @Override
        public void beforeCheckpoint(Context<? extends Resource> context) {
            engine.beforeCheckpoint();
        }

        @Override
        public void afterRestore(Context<? extends Resource> context) {
            engine.afterRestore();
        }
    }
}
