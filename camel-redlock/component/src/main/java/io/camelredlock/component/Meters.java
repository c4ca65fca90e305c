// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Metrics;
import io.camelredlock.core.Redlock;
import org.apache.camel.CamelContext;

/** The meters of one engine, for a library that may be absent. Safe for use by several threads. */
interface Meters extends Metrics {

    /** Without the library, or without a registry to put them into. */
    Meters NONE = new Meters() {};

    /** Registers what can be asked of the engine. */
    default void watch(Redlock redlock) {}

    /** Registers what can be asked of the view; again at each start changes nothing. */
    default void watch(RedlockClusterView view) {}

    /** Takes them all out of the registry. */
    default void close() {}

    /** Those of Micrometer, if it is there and the context's registry has a meter registry. */
    static Meters of(CamelContext context, Object owner) {
        String service = owner instanceof RedlockClusterService cluster ? cluster.label() : "component";
        Class<?> micrometer = context.getClassResolver().resolveClass("io.micrometer.core.instrument.MeterRegistry");
        return micrometer == null ? NONE : MicrometerMeters.in(context, service);
    }
}
