// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JvmProcessIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<String> errorLines = new CopyOnWriteArrayList<>();
    private JvmProcess jvm;

    @BeforeEach
    void start() {
        jvm = JvmProcess.of(EchoJvm.class)
                .jvmOptions("-Xmx32m", "-Xshare:auto", "-XX:TieredStopAtLevel=1")
                .arguments("two", "words \"here\"")
                .onLine(lines::add)
                .onErrorLine(errorLines::add)
                .start();
        await().atMost(SOON).until(() -> lines.contains("hello two words \"here\""));
    }

    @AfterEach
    void end() {
        jvm.close();
    }

    @Test
    void parentAndChildTalkByLines() {
        jvm.send("question");
        jvm.send("exit 7");

        assertThat(jvm.awaitExit(SOON)).hasValue(7);
        assertThat(lines).contains("heard question", "bye");
        assertThat(errorLines).containsExactly("trouble");
        assertThat(jvm.isAlive()).isFalse();
    }

    @Test
    void aFrozenJvmHearsOnlyWhenThawed() {
        jvm.freeze();
        jvm.send("question");

        await().during(Duration.ofMillis(200)).atMost(SOON).until(() -> !lines.contains("heard question"));
        assertThat(jvm.isAlive()).isTrue();

        jvm.thaw();
        await().atMost(SOON).until(() -> lines.contains("heard question"));
    }

    @Test
    void aTerminatedJvmRunsItsShutdownHooks() {
        jvm.terminate();

        assertThat(jvm.awaitExit(SOON)).hasValue(128 + 15);
        assertThat(lines).contains("bye");
    }

    @Test
    void aFrozenJvmCanBeKilled() {
        jvm.freeze();
        assertThat(jvm.awaitExit(Duration.ofMillis(1))).isEmpty();

        jvm.kill();

        assertThat(jvm.isAlive()).isFalse();
        assertThat(lines).doesNotContain("bye");
    }
}
