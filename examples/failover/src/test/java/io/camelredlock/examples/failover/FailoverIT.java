// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FailoverIT {

    private static final Path PAGE = Path.of("target/failover.html");
    private static ExampleRun run;

    @BeforeAll
    static void runTheExample() throws IOException {
        Files.deleteIfExists(PAGE);

        run = ExampleRun.with("keep-safety");
    }

    @Test
    void oneOwnerAtATimeAndEveryFailoverInTime() {
        assertThat(run.exitStatus()).as("exit status").hasValue(0);
        assertThat(run.lastLine())
                .startsWith("RESULT {\"nodes\":5,\"members\":3,\"faults\":5,\"failovers\":3,\"overlaps\":0,")
                .contains("\"ticksRefused\":1,")
                .doesNotContain("-1");
    }

    @Test
    void saysWhatHappensWhileItHappens() {
        assertThat(run.lines())
                .anyMatch(line -> line.contains("leads"))
                .anyMatch(line -> line.contains("SIGKILL to"))
                .anyMatch(line -> line.contains("SIGSTOP to"))
                .anyMatch(line -> line.contains("SIGTERM to"))
                .noneMatch(line -> line.contains("\u001b"));
    }

    @Test
    void aBrowserShowsThePicture() throws IOException {
        BufferedImage picture = Browser.installed().picture(PAGE, Path.of("target/failover.png"));

        assertThat(picture.getWidth()).isEqualTo(Browser.WIDTH);
        assertThat(IntStream.of(0x2563eb, 0xd97706, 0x0d9488).filter(hue -> Browser.pixels(picture, hue) > 1_000))
                .as("members that owned the route")
                .hasSizeGreaterThan(1);
        assertThat(Browser.pixels(picture, 0xdc2626)).as("faults").isGreaterThan(500);
        assertThat(Browser.pixels(picture, 0x15803d)).as("the verdict").isGreaterThan(50);
    }
}
