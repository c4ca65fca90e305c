// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.springboot;

import io.camelredlock.component.RedlockComponent;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.support.PropertyBindingSupport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Gives {@code camel.component.redlock.*} to the component, when Camel makes it or finds it among the beans. */
@AutoConfiguration(before = CamelAutoConfiguration.class)
@ConditionalOnProperty(prefix = "camel.component.redlock", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(RedlockComponentProperties.class)
final class RedlockComponentAutoConfiguration {

    /** The context comes late: it is made after its customizers. Camel 4.14 does not find the configurer by itself. */
    @Bean
    ComponentCustomizer redlockComponentCustomizer(
            RedlockComponentProperties properties, ObjectProvider<CamelContext> context) {
        return ComponentCustomizer.forType(
                RedlockComponent.class,
                component -> PropertyBindingSupport.build()
                        .withConfigurer(component.getComponentPropertyConfigurer())
                        .withMandatory(true)
                        .withRemoveParameters(false)
                        .bind(context.getObject(), component, properties.options()));
    }
}
