// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoLeftoversIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    private Path temporary;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private JvmProcess jvm;

    @BeforeEach
    void startAJvmWithNodesAndAJvm() {
        jvm = childJvm();
        await().atMost(SOON).until(() -> !lines.isEmpty());
        assertThat(children()).hasSize(4).allMatch(NoLeftoversIT::runs);
    }

    @AfterEach
    void end() {
        jvm.close();
        await().atMost(SOON).until(() -> remains().isEmpty()); // the guard needs the folder that is about to be removed
    }

    @Test
    void childrenOfAKilledJvmEndWithItFrozenOnesToo() {
        jvm.kill();

        await().atMost(SOON).until(() -> children().noneMatch(NoLeftoversIT::runs));
    }

    @Test
    void childrenOfAJvmThatJustExitsEndWithIt() {
        jvm.terminate();
        assertThat(jvm.awaitExit(SOON)).isPresent();

        await().atMost(SOON).until(() -> children().noneMatch(NoLeftoversIT::runs));
    }

    @Test
    void theNextJvmClearsUpWhereTheGuardWasKilledToo() throws IOException {
        List<ProcessHandle> children = children().toList();
        guards().forEach(ProcessHandle::destroyForcibly);
        jvm.kill();
        assertThat(children).anyMatch(NoLeftoversIT::runs);
        lines.clear();

        jvm = childJvm();

        await().atMost(SOON).until(() -> children.stream().noneMatch(NoLeftoversIT::runs));
        await().atMost(SOON).until(() -> !lines.isEmpty());
        assertThat(children()).hasSize(4).allMatch(NoLeftoversIT::runs);
        assertThat(remains()).as("the new JVM's folder and lock").hasSize(2);
    }

    private JvmProcess childJvm() {
        return JvmProcess.of(NodesInAChildJvm.class)
                .jvmOptions("-Xmx64m", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary)
                .onLine(lines::add)
                .start();
    }

    private Stream<ProcessHandle> children() {
        String pids = lines.get(0).substring("PIDS ".length());
        return Arrays.stream(pids.split(",")).map(Long::parseLong).flatMap(pid -> ProcessHandle.of(pid).stream());
    }

    private Stream<ProcessHandle> guards() {
        return ProcessHandle.of(jvm.pid()).stream()
                .flatMap(ProcessHandle::children)
                .filter(child ->
                        child.info().command().filter(NoLeftoversIT::isShell).isPresent());
    }

    private static boolean isShell(String program) {
        return !program.contains("redis-server") && !program.endsWith("java");
    }

    /** A zombie that nobody has fetched yet has no program any more. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    private List<Path> remains() throws IOException {
        Path running = temporary
                .resolve("camel-redlock-testkit-" + System.getProperty("user.name"))
                .resolve("running");
        try (Stream<Path> files = Files.list(running)) {
            return files.toList();
        }
    }
}
