// SPDX-License-Identifier: Apache-2.0
package javax.crac;

import java.util.ArrayList;
import java.util.List;

/**
 * The part of a JVM that takes checkpoints, for JVMs that take none: {@code org.crac:crac} looks for it under this name. It
 * tells those who registered, as such a JVM does, and goes on at once.
 */
public final class Core {

    private static final List<Resource> RESOURCES = new ArrayList<>();
    private static final Context<Resource> CONTEXT = new Context<>() {
        @Override
        public void register(Resource resource) {
            RESOURCES.add(resource);
        }
    };

    private Core() {}

    public static Context<Resource> getGlobalContext() {
        return CONTEXT;
    }

    public static void checkpointRestore() throws CheckpointException, RestoreException {
        for (Resource resource : RESOURCES) {
            call(resource, true);
        }
        for (Resource resource : RESOURCES) {
            call(resource, false);
        }
    }

    private static void call(Resource resource, boolean before) throws RestoreException {
        try {
            if (before) {
                resource.beforeCheckpoint(CONTEXT);
            } else {
                resource.afterRestore(CONTEXT);
            }
        } catch (Exception failed) {
            throw new RestoreException();
        }
    }
}
