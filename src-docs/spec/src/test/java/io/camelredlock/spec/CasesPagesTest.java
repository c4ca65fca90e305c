// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages of cases and the tests name each other. */
class CasesPagesTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Set<TestMethod> TESTS = TestMethod.in(ROOT.resolve("camel-redlock"), ROOT.resolve("examples"));

    private static CasesPage page(String name) {
        return new CasesPage(TestMethod.read(ROOT.resolve("src-docs").resolve(name)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"cases.md,80", "camel-cases.md,50"})
    void everyCaseHasATestOrAReason(String name, int cases) {
        assertThat(page(name).rows())
                .hasSize(cases)
                .allSatisfy(
                        (id, shown) -> assertThat(!CasesPage.named(shown).isEmpty() || shown.contains("not tested: "))
                                .as("%s is shown by a test, or says why it is not tested: %s", id, shown)
                                .isTrue());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"cases.md", "camel-cases.md"})
    void everyNamedTestExists(String name) {
        assertThat(page(name).named()).isNotEmpty().isSubsetOf(TESTS);
    }

    @Test
    void everyTestThatIsNamedAfterACaseIsInItsRow() {
        List<CasesPage> pages = List.of(page("cases.md"), page("camel-cases.md"));

        assertThat(TESTS)
                .allSatisfy(test -> assertThat(test.cases())
                        .as("cases of %s", test)
                        .allSatisfy(id -> assertThat(
                                        pages.stream().map(each -> each.rows().getOrDefault(id, "")))
                                .as("%s in the row of %s", test, id)
                                .anyMatch(row -> CasesPage.named(row).contains(test))));
    }
}
