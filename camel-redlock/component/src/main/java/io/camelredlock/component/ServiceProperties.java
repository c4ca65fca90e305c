// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.camel.CamelContext;
import org.apache.camel.support.PropertyBindingSupport;
import org.apache.camel.util.StringHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster service as {@code camel.cluster.redlock.*} describes it: in the context's properties, overridden by the environment
 * ({@code CAMEL_CLUSTER_REDLOCK_NODE_TIMEOUT}), overridden by system properties. Options are spelled {@code nodeTimeout} or
 * {@code node-timeout}. Used by one thread.
 */
final class ServiceProperties {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceProperties.class);
    private static final String PREFIX = "camel.cluster.redlock.";
    private static final String ATTRIBUTES = "attributes.";
    private static final String VARIABLE_PREFIX = "CAMEL_CLUSTER_REDLOCK_";

    private final CamelContext context;
    private final Map<String, Object> options = new LinkedHashMap<>();
    private final Map<String, Object> attributes = new LinkedHashMap<>();

    ServiceProperties(CamelContext context, Map<String, String> environment, Properties system) {
        this.context = context;
        give(context.getPropertiesComponent().loadProperties(key -> key.startsWith(PREFIX)));
        environment.forEach((variable, value) -> {
            if (variable.startsWith(VARIABLE_PREFIX)) {
                String option = variable.substring(VARIABLE_PREFIX.length());
                give(option.toLowerCase(Locale.ROOT).replace('_', '-'), value);
            }
        });
        give(system);
    }

    /** Empty if none is described, or it is switched off. */
    Optional<RedlockClusterService> service() {
        Object enabled = options.remove("enabled");
        if (options.isEmpty() || enabled != null && !Boolean.parseBoolean(enabled.toString())) {
            return Optional.empty();
        }
        if (!options.containsKey("nodes")) {
            LOG.warn("There is no cluster service, as {}nodes is not set, though {} are", PREFIX, options.keySet());
            return Optional.empty();
        }
        RedlockClusterService service = new RedlockClusterService();
        service.setAttributes(attributes);
        PropertyBindingSupport.build()
                .withMandatory(true)
                .withIgnoreCase(true)
                .withRemoveParameters(false)
                .bind(context, service, options);
        return Optional.of(service);
    }

    /** By their names, as Camel's own kind of properties does not iterate otherwise. */
    private void give(Properties properties) {
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX))
                .forEach(name -> give(name.substring(PREFIX.length()), properties.getProperty(name)));
    }

    private void give(String option, String value) {
        if (option.startsWith(ATTRIBUTES)) {
            attributes.put(option.substring(ATTRIBUTES.length()), value);
        } else {
            options.put(StringHelper.dashToCamelCase(option), value);
        }
    }
}
