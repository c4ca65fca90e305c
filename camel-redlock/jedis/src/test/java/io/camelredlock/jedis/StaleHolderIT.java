// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.FencedResource;
import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.StaleFencingTokenException;
import io.camelredlock.testkit.JvmProcess;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever holds no more, and does not know it yet, is refused by what checks fencing tokens: the examples of the manual. */
final class StaleHolderIT {

    private static final Duration TTL = Duration.ofSeconds(1);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    @TempDir
    private Path files;

    @Test
    void aProcessThatStoodStillWritesNothingWhenItGoesOn(RedisNodes nodes) throws Exception {
        String url = "jdbc:h2:" + files.resolve("reports") + ";AUTO_SERVER=TRUE";
        Path path = files.resolve("report");
        FencedFile file = new FencedFile(path);
        List<String> lines = new CopyOnWriteArrayList<>();
        try (FencedRow row = new FencedRow(url);
                JvmProcess paused = JvmProcess.of(WriterJvm.class)
                        .arguments(nodes.addresses(), Long.toString(TTL.toMillis()), url, path.toString())
                        .onLine(lines::add)
                        .start()) {
            Engines.await().until(() -> lines.contains("holds true"));
            paused.send("before");
            Engines.await().until(() -> lines.contains("row written, file written"));
            paused.freeze();
            Redlock redlock = engines.connected(nodes, TTL);
            Lease lease = redlock.acquire(redlock.request("report")).orElseThrow();
            row.write("newer", lease.fencingToken());
            file.write("newer", lease.fencingToken());

            paused.thaw();
            paused.send("older");

            Engines.await().until(() -> lines.contains("row refused, file refused"));
            assertThat(row.read()).isEqualTo("newer");
            assertThat(file.read()).isEqualTo("newer");
        }
    }

    @Test
    void aLeaseThatExpiredIsRefusedInItsOwnProcess(RedisNodes nodes) throws Exception {
        Redlock redlock = engines.connected(nodes, TTL);
        FencedResource resource = new FencedResource("report");
        Lease expired = redlock.tryAcquire("report").orElseThrow();
        long token = expired.fencingToken();
        resource.run(token, () -> "written");
        Lease next = redlock.acquire(redlock.request("report")).orElseThrow();
        resource.run(next.fencingToken(), () -> "written");

        assertThat(expired.isValid()).isFalse();
        assertThatThrownBy(() -> resource.run(token, () -> "written")).isInstanceOf(StaleFencingTokenException.class);
    }

    @ParameterizedTest
    @CsvSource({"FencedRow, table", "FencedRow, row", "FencedFile, file"})
    void theManualShowsWhatWasRun(String file, String tag) throws IOException {
        String code = Files.readString(Path.of("src/test/java/io/camelredlock/jedis", file + ".java"));
        int begin = code.indexOf("// tag::" + tag + "[]\n");
        int end = code.indexOf("// end::" + tag + "[]");
        assertThat(begin).isPositive();
        String shown = code.substring(code.indexOf('\n', begin) + 1, code.lastIndexOf('\n', end))
                .indent(-4);

        assertThat(Files.readString(Path.of("../../src-docs/fencing.md"))).contains(shown);
    }
}
