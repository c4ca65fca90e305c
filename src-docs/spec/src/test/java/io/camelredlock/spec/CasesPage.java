// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.spec;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A page with a row for each case, {@code | L01 | what went wrong | `Type#method` |}, and the tests that its rows name. */
record CasesPage(String text) {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z]\\d+) \\|.*\\| (.*) \\|$");
    private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");

    /** What shows each case, by its id. */
    Map<String, String> rows() {
        return ROW.matcher(text)
                .results()
                .collect(Collectors.toMap(
                        row -> row.group(1), row -> row.group(2), CasesPage::refuseTwice, TreeMap::new));
    }

    private static String refuseTwice(String one, String other) {
        throw new IllegalStateException("two rows of one case: " + one + " and " + other);
    }

    List<TestMethod> named() {
        return named(text);
    }

    static List<TestMethod> named(String text) {
        return NAMED.matcher(text).results().map(CasesPage::method).toList();
    }

    private static TestMethod method(MatchResult named) {
        return new TestMethod(named.group(1), named.group(2));
    }
}
