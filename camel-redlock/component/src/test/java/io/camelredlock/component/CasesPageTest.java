// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about what went wrong elsewhere names tests that exist. */
final class CasesPageTest {

    private static final Path PAGE = Path.of("../../src-docs/camel-cases.md");
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern CASE = Pattern.compile("(?m)^\\| (C\\d\\d) \\|(.*)$");

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Map<String, String> sources = sources();

        List<String> missing = matches(TEST)
                .filter(test -> !sources.getOrDefault(test.group(1), "").contains("void " + test.group(2) + "("))
                .map(MatchResult::group)
                .toList();

        assertThat(missing).isEmpty();
    }

    @Test
    void everyCaseHasATestOrAReason() throws IOException {
        assertThat(matches(CASE))
                .hasSize(50)
                .allSatisfy(
                        row -> assertThat(row.group(2)).as(row.group(1)).matches(".*(`\\w+#\\w+`|not tested: .+).*"));
    }

    private static Stream<MatchResult> matches(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(PAGE)).results();
    }

    private static Map<String, String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..").toRealPath())) {
            return files
                    .filter(file -> file.toString().endsWith("Test.java")
                            || file.toString().endsWith("IT.java"))
                    .collect(Collectors.toMap(CasesPageTest::className, Function.identity(), (one, other) -> one))
                    .entrySet()
                    .stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, source -> read(source.getValue())));
        }
    }

    private static String className(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new AssertionError(file + " cannot be read", unreadable);
        }
    }
}
