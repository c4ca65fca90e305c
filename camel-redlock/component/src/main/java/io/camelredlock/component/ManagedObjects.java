// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ManagementAgent;
import org.apache.camel.spi.ManagementStrategy;
import org.apache.camel.support.service.ServiceHelper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MBeans of one cluster service or component, beside those of its context. Camel's own MBean of a cluster service knows no details, and is
 * wrong if the context has two. Safe for use by several threads.
 */
final class ManagedObjects {

    private static final Logger LOG = LoggerFactory.getLogger(ManagedObjects.class);

    private final List<ObjectName> names = new ArrayList<>();

    /** Registers it, if the context is managed; a failure is logged and concerns nothing else. */
    synchronized void register(CamelContext context, Object managed, String... keys) {
        ManagementAgent agent = agentOf(context);
        if (agent == null) {
            return;
        }
        try {
            ObjectName name = nameOf(context, keys);
            if (agent.isRegistered(name)) {
                warnOfTwins(name);
            } else {
                agent.register(managed, name);
                names.add(name);
            }
        } catch (JMException refused) {
            LOG.warn("{} cannot be shown by JMX: {}", managed, refused.getMessage());
        }
    }

    private void warnOfTwins(ObjectName name) {
        if (!names.contains(name)) {
            LOG.warn("{} is there already: of several cluster services give each an id to see them all", name);
        }
    }

    synchronized void unregisterAll(CamelContext context) {
        ManagementAgent agent = agentOf(context);
        if (agent != null) {
            names.forEach(name -> unregister(agent, name));
        }
        names.clear();
    }

    private static void unregister(ManagementAgent agent, ObjectName name) {
        try {
            agent.unregister(name);
        } catch (JMException gone) {
            LOG.debug("{} was not there any more", name, gone);
        }
    }

    private static @Nullable ManagementAgent agentOf(CamelContext context) {
        ManagementStrategy strategy = context.getManagementStrategy();
        ManagementAgent agent = strategy == null ? null : strategy.getManagementAgent();
        return agent != null && ServiceHelper.isStarted(agent) ? agent : null;
    }

    /** In the domain and under the context's key, as Camel's own; the other keys are names and values in turn. */
    private static ObjectName nameOf(CamelContext context, String... keys) throws JMException {
        ObjectName ofContext = context.getManagementStrategy()
                .getManagementObjectNameStrategy()
                .getObjectNameForCamelContext(context);
        Hashtable<String, String> parts = new Hashtable<>();
        parts.put("context", ofContext.getKeyProperty("context"));
        parts.put("type", "redlock");
        for (int key = 0; key < keys.length; key += 2) {
            parts.put(keys[key], ObjectName.quote(keys[key + 1]));
        }
        return new ObjectName(ofContext.getDomain(), parts);
    }
}
