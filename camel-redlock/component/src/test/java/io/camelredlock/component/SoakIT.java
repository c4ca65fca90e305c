// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.JvmProcess;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many exchanges over few keys in three JVMs: some fail, some outstay their lock, and one JVM is killed with all it does and another
 * one takes its place. {@code -Dredlock.long=true} runs ten thousand exchanges over two hundred keys. Says how many of
 * them failed, lost their lock or got none.
 */
final class SoakIT {

    private static final boolean LONG = Boolean.getBoolean("redlock.long");
    private static final int EXCHANGES = LONG ? 10_000 : 900;
    private static final int KEYS = LONG ? 200 : 40;
    private static final int MEMBERS = 3;
    private static final Duration LONGEST = Duration.ofMinutes(LONG ? 8 : 2);

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    @TempDir
    private Path folder;

    private final Map<SoakFate, Integer> fates = new ConcurrentHashMap<>();

    @Test
    void noTwoWorkOnOneKeyAndNothingIsHeldWhenAllIsOver(RedisNodes nodes) throws Exception {
        int share = (EXCHANGES + MEMBERS - 1) / MEMBERS;
        List<Member> members = new ArrayList<>();
        try {
            IntStream.range(0, MEMBERS).forEach(number -> members.add(new Member(nodes, share)));
            Member victim = members.remove(0);
            victim.killAfter(share / 2);
            members.add(new Member(nodes, share - victim.did.get()));

            members.forEach(Member::awaitDone);
            assertThat(members).as("no engine extends anything").allSatisfy(Member::holdsNothing);
            await().atMost(SoakMember.TTL.plusSeconds(1))
                    .untilAsserted(() -> assertThat(held(nodes))
                            .as("held with the engines alive, so that what is extended shows")
                            .isEmpty());
        } finally {
            members.forEach(Member::close);
        }
        System.out.println("What became of the exchanges: " + new TreeMap<>(fates));
        assertThat(fates).as("all came to their end").doesNotContainKey(SoakFate.STILL_HELD);
        assertThat(fates).as("not all went well").containsKeys(SoakFate.WELL, SoakFate.FAILED, SoakFate.LOST);
        assertThat(new SoakReferee(folder).overlaps()).isEmpty();
    }

    private static List<String> held(RedisNodes nodes) {
        return IntStream.range(0, KEYS)
                .mapToObj(key -> "redlock:key-" + key)
                .filter(key -> nodes.stream().anyMatch(node -> node.get(key).isPresent()))
                .toList();
    }

    /** One JVM, and how far it is. */
    private final class Member implements AutoCloseable {

        private final AtomicInteger did = new AtomicInteger();
        private final CompletableFuture<String> done = new CompletableFuture<>();
        private final JvmProcess process;

        Member(RedisNodes nodes, int exchanges) {
            process = JvmProcess.of(SoakMember.class)
                    .jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m")
                    .jvmOptions("-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
                    .arguments(nodes.addresses(), folder.toString(), String.valueOf(KEYS), String.valueOf(exchanges))
                    .onLine(this::said)
                    .start();
        }

        private void said(String line) {
            String[] words = line.split(" ");
            if (words[0].equals("done")) {
                done.complete(words[1]);
            } else {
                fates.merge(SoakFate.valueOf(words[1]), 1, Integer::sum);
                did.incrementAndGet();
            }
        }

        void killAfter(int exchanges) {
            await().atMost(LONGEST).until(() -> did.get() > exchanges);
            process.close();
        }

        void awaitDone() {
            await().atMost(LONGEST).until(done::isDone);
        }

        void holdsNothing() {
            assertThat(done.join()).isEqualTo("0");
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
