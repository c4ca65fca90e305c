// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The manual of the component shows what was run, and tells of every option and header what its code says of it. */
final class ComponentManualTest {

    private static final Path MANUAL = Path.of("src/main/docs/redlock-component.adoc");
    private static final Path GENERATED =
            Path.of("src/generated/resources/META-INF/io/camelredlock/component/redlock.json");

    /** Explained in Camel's own manual. */
    private static final Set<String> OF_EVERY_COMPONENT = Set.of(
            "bridgeErrorHandler", "lazyStartProducer", "autowiredEnabled", "exceptionHandler", "exchangePattern");

    @ParameterizedTest
    @EnumSource(LockExamples.class)
    void theExamplesAreThoseThatWereRun(LockExamples example) throws IOException {
        Path files = Path.of("src/test/resources/examples/locks");

        assertThat(Files.readString(MANUAL))
                .contains(javaOf(example))
                .contains(Files.readString(files.resolve(example + ".yaml")))
                .contains(Files.readString(files.resolve(example + ".xml")));
    }

    private static String javaOf(LockExamples example) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/test/java/io/camelredlock/component/LockExamples.java"));
        int begin = lines.indexOf("            // tag::" + example + "[]");
        int end = lines.indexOf("            // end::" + example + "[]");
        return String.join("\n", lines.subList(begin + 1, end)).indent(-12);
    }

    @Test
    void everyOptionHasItsRow() throws Exception {
        for (String kind : List.of("properties", "componentProperties")) {
            Map<String, JsonObject> options = generated(kind);
            options.keySet().removeAll(OF_EVERY_COMPONENT);
            assertThat(options).hasSizeGreaterThan(10);
            options.forEach((name, option) -> has("| `" + name + "` | " + initial(option) + "| " + text(option)));
        }
    }

    private static String initial(JsonObject option) {
        String value = String.valueOf(option.getOrDefault("defaultValue", ""));
        return value.isEmpty() ? "" : "`" + value + "` ";
    }

    @Test
    void everyHeaderHasItsRow() throws Exception {
        Map<String, JsonObject> headers = generated("headers");

        assertThat(headers).hasSizeGreaterThan(10);
        headers.forEach(
                (name, header) -> has("| `" + name + "` | " + header.getString("javaType") + " | " + text(header)));
    }

    private static String text(JsonObject described) {
        return described.getString("description");
    }

    private static void has(String row) {
        try {
            assertThat(Files.readString(MANUAL).lines()).contains(row);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static Map<String, JsonObject> generated(String kind) throws Exception {
        return ((JsonObject) Jsoner.deserialize(Files.readString(GENERATED))).getMap(kind);
    }
}
