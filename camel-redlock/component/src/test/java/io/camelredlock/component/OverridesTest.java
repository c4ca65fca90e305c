// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every header that steers a step is set, in each DSL, to something else than its endpoint says, and read by the step. */
final class OverridesTest {

    private static final Path GENERATED =
            Path.of("src/generated/resources/META-INF/io/camelredlock/component/redlock.json");

    private static final Map<String, String> WRITTEN = new TreeMap<>(Map.of(
            RedlockConstants.OVERRIDE_OPERATION, "handover",
            RedlockConstants.OVERRIDE_RESOURCE, "a;b",
            RedlockConstants.OVERRIDE_TTL, "4s",
            RedlockConstants.OVERRIDE_TIMEOUT, "PT0.7S",
            RedlockConstants.OVERRIDE_EXTEND_BY, "500",
            RedlockConstants.OVERRIDE_HANDOVER_TTL, "3s"));

    private static final LockCall READ = new LockCall(
            RedlockOperation.handover,
            List.of("a", "b"),
            Duration.ofSeconds(4),
            Duration.ofMillis(700),
            Duration.ofMillis(500),
            Duration.ofSeconds(3),
            "redlock-handover");

    @Test
    void noHeaderIsLeftOut() throws Exception {
        Map<String, JsonObject> headers =
                ((JsonObject) Jsoner.deserialize(Files.readString(GENERATED))).getMap("headers");

        assertThat(headers.keySet().stream().filter(name -> name.startsWith("CamelRedlockOverride")))
                .containsExactlyInAnyOrderElementsOf(WRITTEN.keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "xml", "yaml"})
    void headersAreReadAndRemoved(String dsl) throws Exception {
        AtomicReference<LockCall> call = new AtomicReference<>();
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            RedlockEndpoint endpoint = context.getEndpoint("redlock:orders?separator=;", RedlockEndpoint.class);
            Processor step = exchange -> call.set(LockCall.of(endpoint, exchange));
            context.getRegistry().bind("step", step);
            addRoute(dsl, context);
            context.start();

            Exchange done = context.createProducerTemplate().request("direct:start", exchange -> {});

            assertThat(done.getException()).isNull();
            assertThat(call).hasValue(READ);
            assertThat(done.getMessage().getHeaders())
                    .doesNotContainKeys(WRITTEN.keySet().toArray(String[]::new));
        }
    }

    private static void addRoute(String dsl, DefaultCamelContext context) throws Exception {
        if (dsl.equals("java")) {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    RouteDefinition route = from("direct:start");
                    WRITTEN.forEach((name, value) -> route.setHeader(name, constant(value)));
                    route.process("step");
                }
            });
        } else {
            String text = dsl.equals("xml") ? xml() : yaml();
            PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString("overrides." + dsl, text));
        }
    }

    private static String xml() {
        String headers = WRITTEN.entrySet().stream()
                .map(header -> "<setHeader name='" + header.getKey() + "'><constant>" + header.getValue()
                        + "</constant></setHeader>")
                .collect(Collectors.joining());
        return "<route><from uri='direct:start'/>" + headers + "<process ref='step'/></route>";
    }

    private static String yaml() {
        String headers = WRITTEN.entrySet().stream()
                .map(header ->
                        "      - setHeader: {name: " + header.getKey() + ", constant: \"" + header.getValue() + "\"}\n")
                .collect(Collectors.joining());
        return "- from:\n    uri: direct:start\n    steps:\n" + headers + "      - process: {ref: step}\n";
    }
}
