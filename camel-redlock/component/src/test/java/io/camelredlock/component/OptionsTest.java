// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every option is set to a value that is not its default, in each DSL, and read back. */
final class OptionsTest {

    private static final Path GENERATED =
            Path.of("src/generated/resources/META-INF/io/camelredlock/component/redlock.json");

    /** As written, and as read back. */
    private static final Map<String, String> ENDPOINT = new TreeMap<>(Map.ofEntries(
            Map.entry("operation", "tryAcquire"),
            Map.entry("separator", ";"),
            Map.entry("ttl", "4000"),
            Map.entry("timeout", "7000"),
            Map.entry("extendBy", "500"),
            Map.entry("handoverTtl", "3000"),
            Map.entry("handoverHeader", "x-lease"),
            Map.entry("scope", "manual"),
            Map.entry("maxHold", "90000"),
            Map.entry("minHold", "1000"),
            Map.entry("onLost", "ignore"),
            Map.entry("failIfNotAcquired", "false"),
            Map.entry("synchronous", "true"),
            Map.entry("initialEvent", "false"),
            Map.entry("bridgeErrorHandler", "true"),
            Map.entry("lazyStartProducer", "true"),
            Map.entry("exchangePattern", "InOut")));

    private static final Map<String, String> COMPONENT = new TreeMap<>(Map.ofEntries(
            Map.entry("nodes", "localhost:1"),
            Map.entry("previousNodes", "localhost:2"),
            Map.entry("username", "camel"),
            Map.entry("password", "secret"),
            Map.entry("database", "2"),
            Map.entry("clientName", "orders"),
            Map.entry("connectTimeout", "1000"),
            Map.entry("protocol", "RESP3"),
            Map.entry("clusterId", "blue"),
            Map.entry("keyPrefix", "app:"),
            Map.entry("memberId", "me"),
            Map.entry("ttl", "20000"),
            Map.entry("maxTtl", "30000"),
            Map.entry("previousMaxTtl", "25000"),
            Map.entry("takeover", "STRICT"),
            Map.entry("driftFactor", "0.02"),
            Map.entry("nodeTimeout", "300"),
            Map.entry("timeout", "7000"),
            Map.entry("retryCount", "4"),
            Map.entry("retryDelay", "100"),
            Map.entry("retryJitter", "50"),
            Map.entry("extendPeriod", "4000"),
            Map.entry("stepDownMargin", "3000"),
            Map.entry("bridgeErrorHandler", "true"),
            Map.entry("lazyStartProducer", "true"),
            Map.entry("autowiredEnabled", "false")));

    private static Map<String, JsonObject> generated(String kind) throws Exception {
        return ((JsonObject) Jsoner.deserialize(Files.readString(GENERATED))).getMap(kind);
    }

    @Test
    void noOptionIsLeftOut() throws Exception {
        Map<String, JsonObject> endpoint = generated("properties");
        Map<String, JsonObject> component = generated("componentProperties");
        endpoint.keySet().removeIf(name -> name.equals("resource") || name.equals("exceptionHandler"));
        component.keySet().removeAll(List.of("configuration", "clusterService", "sslContextParameters")); // beans

        assertThat(endpoint.keySet()).containsExactlyInAnyOrderElementsOf(ENDPOINT.keySet());
        assertThat(component.keySet()).containsExactlyInAnyOrderElementsOf(COMPONENT.keySet());
        endpoint.forEach(
                (name, option) -> assertThat(ENDPOINT.get(name)).as(name).isNotEqualTo(option.get("defaultValue")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "xml", "yaml"})
    void endpointOptionsAreReadBack(String dsl) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            RedlockComponent component = context.getComponent("redlock", RedlockComponent.class);
            component.getConfiguration().setNodes("localhost:1");
            addRoute(dsl, context);
            context.start();

            RedlockEndpoint endpoint = context.getEndpoints().stream()
                    .filter(RedlockEndpoint.class::isInstance)
                    .map(RedlockEndpoint.class::cast)
                    .findFirst()
                    .orElseThrow();
            assertThat(endpoint.getResource()).isEqualTo("orders");
            ENDPOINT.forEach((name, value) -> assertThat(read(context, endpoint, "redlock-endpoint", name))
                    .as(name)
                    .isEqualTo(value));
        }
    }

    private static void addRoute(String dsl, CamelContext context) throws Exception {
        String query = ENDPOINT.entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining("&"));
        if (dsl.equals("java")) {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:start").to("redlock:orders?" + query);
                }
            });
        } else {
            String text = dsl.equals("xml") ? xml(query) : yaml();
            PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString("options." + dsl, text));
        }
    }

    private static String xml(String query) {
        return "<route><from uri='direct:start'/><to uri='redlock:orders?" + query.replace("&", "&amp;")
                + "'/></route>";
    }

    private static String yaml() {
        String parameters = ENDPOINT.entrySet().stream()
                .map(option -> "            " + option.getKey() + ": \"" + option.getValue() + "\"\n")
                .collect(Collectors.joining());
        return """
                - from:
                    uri: direct:start
                    steps:
                      - to:
                          uri: redlock
                          parameters:
                            resource: orders
                """ + parameters;
    }

    @Test
    void componentOptionsArePropertiesOfCamelMain() {
        Main main = new Main();
        Properties properties = new Properties();
        COMPONENT.forEach((name, value) -> properties.put("camel.component.redlock." + name, value));
        main.setInitialProperties(properties);
        main.start();
        try {
            CamelContext context = main.getCamelContext();
            RedlockComponent component = context.getComponent("redlock", RedlockComponent.class);
            COMPONENT.forEach((name, value) -> assertThat(read(context, component, "redlock-component", name))
                    .as(name)
                    .isEqualTo(value));
        } finally {
            main.stop();
        }
    }

    private static String read(CamelContext context, Object target, String configurer, String option) {
        PropertyConfigurer access =
                PluginHelper.getConfigurerResolver(context).resolvePropertyConfigurer(configurer, context);
        return String.valueOf(((PropertyConfigurerGetter) access).getOptionValue(target, option, false));
    }
}
