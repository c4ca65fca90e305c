// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.lang.reflect.Field;
import org.apache.camel.Consumer;
import org.apache.camel.StatefulService;
import org.apache.camel.Suspendable;
import org.apache.camel.support.service.ServiceHelper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The consumer inside a {@code master:} consumer, which tells nobody of it. */
final class MasterConsumers {

    private static final Logger LOG = LoggerFactory.getLogger(MasterConsumers.class);

    private MasterConsumers() {}

    /**
     * The consumer inside, null while there is none.
     *
     * @throws IllegalStateException if that cannot be told
     */
    static @Nullable StatefulService inside(@Nullable Object master) {
        if (master == null) {
            return null;
        }
        try {
            Field inside = master.getClass().getDeclaredField("delegatedConsumer");
            inside.setAccessible(true);
            return inside.get(master) instanceof StatefulService consumer ? consumer : null;
        } catch (ReflectiveOperationException | RuntimeException hidden) {
            throw new IllegalStateException("what " + master + " consumes by cannot be told", hidden);
        }
    }

    /** Whether the consumer inside lets nothing in, but what is in flight go on. */
    static boolean isSuspended(@Nullable Object master) {
        try {
            StatefulService inside = inside(master);
            return inside != null && inside.isSuspended();
        } catch (IllegalStateException hidden) {
            LOG.debug("It counts as open", hidden);
            return false;
        }
    }

    /** Lets the consumer inside take nothing more, if it can be suspended; whether it did. */
    static boolean suspend(Consumer master) {
        try {
            StatefulService inside = inside(master);
            return inside instanceof Suspendable && ServiceHelper.suspendService(inside);
        } catch (RuntimeException failed) {
            LOG.warn(
                    "{} cannot be suspended; its exchanges in flight may fail while the context stops", master, failed);
            return false;
        }
    }
}
