// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.ContextServicePlugin;

/**
 * Gives a context the cluster service its user described: beans of the registry, or else the properties
 * {@code camel.cluster.redlock.*}. Found by Camel 4.18 and later on the class path; does nothing if nothing is described, or if
 * the context has the service already. Stateless.
 */
public final class RedlockContextPlugin implements ContextServicePlugin {

    /** Made by Camel. */
    public RedlockContextPlugin() {}

    /** Only asks to be called again: now neither beans nor properties are there. */
    @Override
    public void load(CamelContext context) {
        context.addLifecycleStrategy(new DescribedServices());
    }
}
