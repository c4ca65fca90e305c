// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.Candidate;
import io.camelredlock.testkit.JvmProcess;
import io.camelredlock.testkit.RedisBackend;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Members that freeze, die or end, as processes do; and what a process of its own shows: its log, its resolver. */
final class CrashIT {

    private static final Duration TTL = Duration.ofSeconds(2);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    private JvmProcess.Builder member(String addresses, String level, String... more) {
        List<String> arguments = new ArrayList<>(List.of(addresses, Long.toString(TTL.toMillis())));
        arguments.addAll(List.of(more));
        return JvmProcess.of(MemberJvm.class)
                .jvmOptions("-Dorg.slf4j.simpleLogger.defaultLogLevel=" + level)
                .arguments(arguments.toArray(String[]::new))
                .onLine(lines::add)
                .onErrorLine(log::add);
    }

    private void awaitLine(Predicate<String> wanted) {
        Engines.await().until(() -> lines.stream().anyMatch(wanted));
    }

    private JvmProcess leader(RedisNodes nodes) {
        JvmProcess leader = member(nodes.addresses(), "warn").start();
        leader.send("lead orders");
        awaitLine("gained"::equals);
        return leader;
    }

    private Candidate follower(RedisNodes nodes) {
        Candidate follower = new Candidate(engines.connected(nodes, TTL), "orders").started();
        Engines.await().until(() -> follower.election().leader().isPresent());
        return follower;
    }

    @Test
    void l09_l20_aFrozenHolderFindsItselfReplacedAndHarmsNobody(RedisNodes nodes) {
        try (JvmProcess frozen = leader(nodes)) {
            Candidate next = follower(nodes);
            frozen.send("hold report");
            awaitLine("holds true"::equals);
            Redlock redlock = engines.connected(nodes, TTL);

            frozen.freeze();
            Engines.await().until(next::isLeader);
            assertThat(redlock.acquireAsync(redlock.request("report").autoExtend(true))
                            .join())
                    .isPresent();
            Engines.await().until(() -> !tokens(nodes).contains("none")); // a node that was late has been healed
            List<String> tokens = tokens(nodes);
            frozen.send("ask"); // it finds the question when it wakes
            frozen.thaw();

            awaitLine(line -> line.startsWith("leads"));
            assertThat(lines).contains("leads false, valid false");
            awaitLine("lost"::equals);
            Engines.await().during(TTL.dividedBy(2)).until(next::isLeader);
            assertThat(tokens(nodes)).isEqualTo(tokens);
            assertThat(next.told().stream().filter(each -> each.startsWith("lost")))
                    .isEmpty();
        }
    }

    private static List<String> tokens(RedisNodes nodes) {
        List<String> tokens = new ArrayList<>();
        for (RedisNode node : nodes) {
            tokens.add(node.get(Engines.leaderKey("orders")).orElse("none"));
            tokens.add(node.get(Engines.key("report")).orElse("none"));
        }
        return tokens;
    }

    @Test
    void l30_aKilledLeaderIsReplacedWhenItsLeaseEnds(RedisNodes nodes) {
        try (JvmProcess killed = leader(nodes)) {
            Candidate next = follower(nodes);

            killed.kill();
            long start = System.nanoTime();

            Engines.await().until(next::isLeader);
            RedlockOptions options = RedlockOptions.defaults();
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(TTL.plus(options.retryDelay())
                            .plus(options.retryJitter())
                            .plusSeconds(1));
        }
    }

    @Test
    void l30_l99_aLeaderThatIsToldToEndHandsOverAtOnce(RedisNodes nodes) {
        try (JvmProcess ending = leader(nodes)) {
            Candidate next = follower(nodes);

            ending.terminate();

            Engines.await().until(next::isLeader);
            assertThat(ending.awaitExit(Engines.PATIENCE)).hasValue(143); // by SIGTERM
            assertThat(next.election().leader()).contains(next.election().memberId());
        }
    }

    @Test
    void l99_aMainMethodThatEndsEndsTheProcess(RedisNodes nodes) {
        try (JvmProcess ending = leader(nodes)) {
            ending.send("hold report");
            awaitLine("holds true"::equals);

            ending.send("end");

            assertThat(ending.awaitExit(Engines.PATIENCE)).hasValue(0);
        }
    }

    @Test
    void l59_secretsAreInNoLogNoMessageAndNoDescription(RedisNodes nodes) {
        String secret = "s3cr3t-that-opens";
        String wrong = "s3cr3t-that-does-not";
        RedisNodes.Builder locked =
                RedisNodes.builder().nodes(3).password(secret).backend(RedisBackend.EMBEDDED);
        try (RedisNodes opened = locked.start();
                JvmProcess right = member(opened.addresses(), "trace", secret).start();
                JvmProcess refused = member(opened.addresses(), "trace", wrong).start();
                JvmProcess unexpected =
                        member(nodes.addresses(), "trace", wrong).start()) {
            right.send("lead orders");
            right.send("hold report");
            awaitLine("holds true"::equals);
            List<String> tokens = opened.stream()
                    .flatMap(node -> node.get(Engines.key("report")).stream())
                    .toList();
            opened.get(0).kill();
            for (JvmProcess each : List.of(right, refused, unexpected)) {
                each.send("try something");
                each.send("conditions");
            }
            Engines.await()
                    .until(() -> lines.stream()
                                    .filter(line -> line.startsWith("conditions"))
                                    .count()
                            == 3);

            assertThat(lines).anyMatch(line -> line.startsWith("failed") && line.contains("WRONGPASS"));
            assertThat(log).isNotEmpty();
            assertThat(lines).noneMatch(line -> line.contains("s3cr3t"));
            assertThat(log).noneMatch(line -> line.contains("s3cr3t"));
            assertThat(tokens).isNotEmpty();
            assertThat(lines).noneMatch(line -> tokens.stream().anyMatch(line::contains));
            assertThat(log).noneMatch(line -> tokens.stream().anyMatch(line::contains));
        }
    }

    @Test
    void l83_namesAreResolvedAgainForEveryConnection(RedisNodes nodes, @TempDir Path folder) throws IOException {
        Path hosts = folder.resolve("hosts");
        Files.writeString(hosts, "127.0.0.1 node-a\n127.0.0.9 node-b\n127.0.0.9 node-c\n127.0.0.1 node-c\n");
        String addresses =
                "node-a:" + nodes.get(0).port() + ",node-b:" + nodes.get(1).port() + ",node-c:"
                        + nodes.get(2).port() + ",node-d:" + nodes.get(0).port();
        try (JvmProcess jvm = member(addresses, "warn")
                .jvmOptions(
                        "-Djdk.net.hosts.file=" + hosts,
                        "-Dsun.net.inetaddr.ttl=0",
                        "-Dsun.net.inetaddr.negative.ttl=0")
                .start()) {
            awaitConditions(
                    jvm, "node-a:\\d+=ok.*node-b:\\d+=.*refused.*node-c:\\d+=ok.*node-d:\\d+=.*cannot be resolved");

            Files.writeString(hosts, "127.0.0.1 node-a\n127.0.0.1 node-b\n127.0.0.1 node-c\n127.0.0.1 node-d\n");

            awaitConditions(jvm, "node-a:\\d+=ok.*node-b:\\d+=ok.*node-c:\\d+=ok.*node-d:\\d+=it is the same server");
            jvm.send("try report");
            awaitLine("tried Optional[RELEASED]"::equals);
        }
    }

    private void awaitConditions(JvmProcess jvm, String pattern) {
        Engines.await().pollInterval(Duration.ofMillis(100)).until(() -> {
            jvm.send("conditions");
            return lines.stream().anyMatch(line -> line.matches("conditions \\{" + pattern + ".*"));
        });
    }
}
