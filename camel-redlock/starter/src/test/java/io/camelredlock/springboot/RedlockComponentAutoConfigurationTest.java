// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.component.RedlockClusterService;
import io.camelredlock.component.RedlockComponent;
import io.camelredlock.component.RedlockConfiguration;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The properties of the component under Spring Boot. */
final class RedlockComponentAutoConfigurationTest {

    private static final String PREFIX = "camel.component.redlock.";

    /** As written, and as read back if that differs. */
    private static final Map<String, String> WRITTEN = Map.ofEntries(
            Map.entry("nodes", "r1:6379,r2:6379"),
            Map.entry("previousNodes", "r1:6379,r3:6379"),
            Map.entry("username", "camel"),
            Map.entry("password", "secret"),
            Map.entry("database", "2"),
            Map.entry("clientName", "orders"),
            Map.entry("connectTimeout", "1s"),
            Map.entry("protocol", "resp3"),
            Map.entry("clusterId", "blue"),
            Map.entry("keyPrefix", "app:"),
            Map.entry("memberId", "me"),
            Map.entry("ttl", "PT20S"),
            Map.entry("maxTtl", "30000"),
            Map.entry("previousMaxTtl", "25s"),
            Map.entry("takeover", "strict"),
            Map.entry("driftFactor", "0.02"),
            Map.entry("nodeTimeout", "300ms"),
            Map.entry("timeout", "7s"),
            Map.entry("retryCount", "4"),
            Map.entry("retryDelay", "100"),
            Map.entry("retryJitter", "50"),
            Map.entry("extendPeriod", "4s"),
            Map.entry("stepDownMargin", "3s"),
            Map.entry("bridgeErrorHandler", "true"),
            Map.entry("lazyStartProducer", "true"),
            Map.entry("autowiredEnabled", "false"));

    private static final Map<String, String> READ = Map.of(
            "connectTimeout", "1000",
            "ttl", "20000",
            "previousMaxTtl", "25000",
            "takeover", "STRICT",
            "protocol", "RESP3",
            "nodeTimeout", "300",
            "timeout", "7000",
            "extendPeriod", "4000",
            "stepDownMargin", "3000");

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RedlockComponentAutoConfiguration.class, CamelAutoConfiguration.class));

    @Test
    void noOptionIsLeftOut() throws Exception {
        Map<String, JsonObject> known = catalog();
        known.keySet().remove("configuration"); // holds most of the others

        assertThat(RedlockComponentProperties.class.getRecordComponents())
                .extracting(property -> property.getName())
                .containsAll(known.keySet());
        known.keySet().removeAll(Set.of("clusterService", "sslContextParameters")); // beans
        assertThat(WRITTEN.keySet()).containsExactlyInAnyOrderElementsOf(known.keySet());
    }

    private static Map<String, JsonObject> catalog() throws Exception {
        try (Reader json = new InputStreamReader(
                Objects.requireNonNull(
                        RedlockComponent.class.getResourceAsStream("/META-INF/io/camelredlock/component/redlock.json")),
                StandardCharsets.UTF_8)) {
            Map<String, JsonObject> options = ((JsonObject) Jsoner.deserialize(json)).getMap("componentProperties");
            return new LinkedHashMap<>(options);
        }
    }

    @Test
    void c67EveryPropertyArrives() {
        String[] properties = WRITTEN.entrySet().stream()
                .map(property -> PREFIX + property.getKey() + "=" + property.getValue())
                .toArray(String[]::new);
        application.withPropertyValues(properties).run(context -> {
            CamelContext camel = context.getBean(CamelContext.class);
            RedlockComponent component = camel.getComponent("redlock", RedlockComponent.class);
            WRITTEN.forEach((name, value) ->
                    assertThat(read(camel, component, name)).as(name).isEqualTo(READ.getOrDefault(name, value)));
        });
    }

    private static String read(CamelContext camel, RedlockComponent component, String option) {
        PropertyConfigurer access =
                PluginHelper.getConfigurerResolver(camel).resolvePropertyConfigurer("redlock-component", camel);
        return String.valueOf(((PropertyConfigurerGetter) access).getOptionValue(component, option, false));
    }

    @Test
    void beansAreNamed() {
        RedlockClusterService service = new RedlockClusterService();
        service.setNodes("r1:6379");
        SSLContextParameters tls = new SSLContextParameters();
        application
                .withBean("mine", RedlockClusterService.class, () -> service)
                .withBean("tls", SSLContextParameters.class, () -> tls)
                .withPropertyValues(PREFIX + "cluster-service=#mine", PREFIX + "ssl-context-parameters=#tls")
                .run(context -> {
                    RedlockComponent component =
                            context.getBean(CamelContext.class).getComponent("redlock", RedlockComponent.class);
                    assertThat(component.getClusterService()).isSameAs(service);
                    assertThat(component.getConfiguration().getSslContextParameters())
                            .isSameAs(tls);
                });
    }

    @Test
    void whatIsNotSetKeepsTheComponentsDefault() {
        application.withPropertyValues(PREFIX + "nodes=r1:6379").run(context -> {
            RedlockConfiguration defaults = new RedlockConfiguration();
            defaults.setNodes("r1:6379");
            assertThat(context.getBean(CamelContext.class)
                            .getComponent("redlock", RedlockComponent.class)
                            .getConfiguration())
                    .usingRecursiveComparison()
                    .isEqualTo(defaults);
        });
    }

    @Test
    void whatIsSwitchedOffIsNotGiven() {
        application
                .withPropertyValues(PREFIX + "nodes=r1:6379", PREFIX + "enabled=false")
                .run(context -> assertThat(context.getBean(CamelContext.class)
                                .getComponent("redlock", RedlockComponent.class)
                                .getConfiguration()
                                .getNodes())
                        .isNull());
    }
}
