// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manual shows what was run, and tells of every option. */
final class ManualTest {

    private static final Path MANUAL = Path.of("src/main/docs/redlock-cluster-service.adoc");
    private static final Path OPTIONS =
            Path.of("src/generated/resources/META-INF/services/org/apache/camel/bean/RedlockClusterService.json");

    @ParameterizedTest
    @ValueSource(strings = {"cluster-service.yaml", "cluster-service.xml", "cluster-service.properties"})
    void theRouteFilesAreThoseThatWereRun(String file) throws IOException {
        assertThat(Files.readString(MANUAL)).contains(Files.readString(Path.of("src/test/resources/examples", file)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "events"})
    void theJavaCodeIsWhatWasRun(String tag) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/test/java/io/camelredlock/component/ExamplesIT.java"));
        int begin = lines.indexOf("        // tag::" + tag + "[]");
        int end = lines.indexOf("        // end::" + tag + "[]");
        String shown = String.join("\n", lines.subList(begin + 1, end)).indent(-8);

        assertThat(Files.readString(MANUAL)).contains(shown);
    }

    @Test
    void everyOptionHasItsRowWithItsDefault() throws Exception {
        JsonObject bean = ((JsonObject) Jsoner.deserialize(Files.readString(OPTIONS))).getMap("bean");
        Map<String, JsonObject> options = bean.getMap("properties");
        String manual = Files.readString(MANUAL);

        assertThat(options).hasSizeGreaterThan(10);
        options.forEach((name, option) -> {
            Object initial = option.getOrDefault("defaultValue", "");
            assertThat(manual).contains("| `" + name + "` | " + (initial.equals("") ? "" : "`" + initial + "` ") + "|");
        });
    }
}
