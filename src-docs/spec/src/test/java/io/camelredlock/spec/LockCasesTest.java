// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of cases names tests that exist, and all that are named after a case. */
class LockCasesTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path PAGE = ROOT.resolve("src-docs/cases.md");
    private static final Pattern ROW = Pattern.compile("^\\| L(\\d+) \\|");
    private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern METHOD = Pattern.compile("void (l\\d+_\\w+)\\(");
    private static final Pattern CASE = Pattern.compile("(?<=^|_)l(\\d+)(?=_)");

    private final Map<String, String> sources = sources();

    /** The text of each Java file that has tests, by its class. */
    private static Map<String, String> sources() {
        try (Stream<Path> files =
                Stream.concat(Files.walk(ROOT.resolve("camel-redlock")), Files.walk(ROOT.resolve("examples")))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("target"))
                    .filter(file -> file.toString().contains("/test/")
                            || file.toString().contains("/testkit/"))
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""),
                            LockCasesTest::read,
                            (one, other) -> one + other));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its lines by the number of the case. */
    private static Map<Integer, String> rows() {
        return read(PAGE)
                .lines()
                .filter(line -> ROW.matcher(line).find())
                .collect(Collectors.toMap(
                        line -> Integer.parseInt(ROW.matcher(line)
                                .results()
                                .findFirst()
                                .orElseThrow()
                                .group(1)),
                        line -> line,
                        (one, other) -> one + other,
                        TreeMap::new));
    }

    @Test
    void everyNamedTestExists() {
        List<String> missing = new ArrayList<>();
        for (MatchResult named : NAMED.matcher(read(PAGE)).results().toList()) {
            String source = sources.getOrDefault(named.group(1), "");
            if (!source.contains("void " + named.group(2) + "(")) {
                missing.add(named.group());
            }
        }

        assertThat(missing)
                .as("tests that the page names and that are not there")
                .isEmpty();
    }

    @Test
    void everyCaseHasATestOrAReason() {
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(80);
        assertThat(rows().values()).allMatch(row -> NAMED.matcher(row).find() || row.contains("Does not apply:"));
    }

    @Test
    void everyTestThatIsNamedAfterACaseIsListedThere() {
        Map<Integer, String> rows = rows();
        TreeSet<String> unlisted = new TreeSet<>();
        sources.forEach((type, source) -> {
            Matcher methods = METHOD.matcher(source);
            while (methods.find()) {
                String method = methods.group(1);
                cases(method)
                        .filter(number -> !rows.getOrDefault(number, "").contains("#" + method + "`"))
                        .forEach(number -> unlisted.add("L" + number + ": " + type + "#" + method));
            }
        });

        assertThat(unlisted).as("tests that the page does not list").isEmpty();
    }

    private static Stream<Integer> cases(String method) {
        return CASE.matcher(method).results().map(found -> Integer.parseInt(found.group(1)));
    }
}
