// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A test of this project, named after the cases it shows: {@code l31_l49_nothingIsSentTwice} or {@code c33NothingIsLost}. */
record TestMethod(String type, String name) {

    private static final Pattern DECLARED =
            Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest)\\b.*?\\bvoid (\\w+)\\(", Pattern.DOTALL);
    private static final Pattern CASE = Pattern.compile("(?<=^|_)[cl]\\d{2,3}(?=_|[A-Z])");

    /** All tests below these folders. */
    static Set<TestMethod> in(Path... folders) {
        return Stream.of(folders)
                .flatMap(TestMethod::files)
                .flatMap(TestMethod::of)
                .collect(Collectors.toSet());
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().matches(".*/src/(test|main)/.*\\.java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<TestMethod> of(Path file) {
        String type = file.getFileName().toString().replace(".java", "");
        return DECLARED.matcher(read(file)).results().map(declared -> new TestMethod(type, declared.group(1)));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The ids of the cases in its name, {@code L31}. */
    Stream<String> cases() {
        return CASE.matcher(name).results().map(MatchResult::group).map(id -> id.toUpperCase(Locale.ROOT));
    }
}
