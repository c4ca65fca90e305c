// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every option of a policy is set to a value that is not its default, in each DSL, and read back. */
final class PolicyOptionsTest {

    private static final Path GENERATED =
            Path.of("src/generated/resources/META-INF/services/org/apache/camel/bean/RedlockPolicy.json");

    /** As written in XML and YAML, and as read back. */
    private static final Map<String, String> OPTIONS = new TreeMap<>(Map.of(
            "resource", "order-${header.id}",
            "language", "constant",
            "component", "other",
            "separator", ";",
            "ttl", "4000",
            "timeout", "7000",
            "maxHold", "90000",
            "minHold", "1000",
            "onLost", "ignore",
            "failIfNotAcquired", "false"));

    @Test
    void noOptionIsLeftOut() throws Exception {
        JsonObject bean = ((JsonObject) Jsoner.deserialize(Files.readString(GENERATED))).getMap("bean");
        Map<String, JsonObject> properties = bean.getMap("properties");

        assertThat(properties.keySet()).containsExactlyInAnyOrderElementsOf(OPTIONS.keySet());
        properties.forEach((name, option) ->
                assertThat(OPTIONS.get(name)).as(name).isNotEqualTo(String.valueOf(option.get("defaultValue"))));
    }

    @Test
    void optionsAreReadBackInJava() throws Exception {
        RedlockPolicy policy = new RedlockPolicy();
        policy.setResource("order-${header.id}");
        policy.setLanguage("constant");
        policy.setComponent("other");
        policy.setSeparator(";");
        policy.setTtl(4_000L);
        policy.setTimeout(7_000L);
        policy.setMaxHold(90_000);
        policy.setMinHold(1_000);
        policy.setOnLost(OnLost.ignore);
        policy.setFailIfNotAcquired(false);

        assertThat(read(policy)).isEqualTo(OPTIONS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xml", "yaml"})
    void optionsAreReadBack(String dsl) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            String text = dsl.equals("xml") ? xml() : yaml();
            PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString("beans." + dsl, text));
            context.start();

            assertThat(read(context.getRegistry().lookupByNameAndType("lock", RedlockPolicy.class)))
                    .isEqualTo(OPTIONS);
        }
    }

    private static Map<String, String> read(RedlockPolicy policy) {
        RedlockPolicyConfigurer access = new RedlockPolicyConfigurer();
        return OPTIONS.keySet().stream()
                .collect(Collectors.toMap(
                        name -> name,
                        name -> String.valueOf(access.getOptionValue(policy, name, false)),
                        (one, other) -> one,
                        TreeMap::new));
    }

    private static String xml() {
        String properties = OPTIONS.entrySet().stream()
                .map(option -> "<property key='" + option.getKey() + "' value='" + option.getValue() + "'/>")
                .collect(Collectors.joining());
        return "<camel><bean name='lock' type='" + RedlockPolicy.class.getName() + "'><properties>" + properties
                + "</properties></bean></camel>";
    }

    private static String yaml() {
        String properties = OPTIONS.entrySet().stream()
                .map(option -> "        " + option.getKey() + ": \"" + option.getValue() + "\"\n")
                .collect(Collectors.joining());
        return "- beans:\n    - name: lock\n      type: " + RedlockPolicy.class.getName() + "\n      properties:\n"
                + properties;
    }
}
