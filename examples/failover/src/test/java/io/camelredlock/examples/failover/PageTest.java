// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PageTest {

    @Test
    void needsNothingButItself() {
        String page = Page.of(Result.of(Runs.good()));

        assertThat(page.replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("<script", "http:", "https:", "@import");
    }

    @Test
    void saysAtTheTopWhetherAllWasWell() {
        assertThat(Page.of(Result.of(Runs.good()))).contains("never two owners");
        assertThat(Page.of(Result.of(Runs.withTwoLeaders())))
                .contains("not as it should be")
                .contains("Two owners at once");
    }

    @Test
    void canBeLookedAtWithoutARun() throws IOException {
        Path page = Files.createDirectories(Path.of("target")).resolve("failover-sample.html");

        Files.writeString(page, Page.of(Result.of(Runs.good())));

        assertThat(page).isNotEmptyFile();
    }
}
