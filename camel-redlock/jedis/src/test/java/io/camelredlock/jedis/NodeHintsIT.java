// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator is told of a node that votes, but not as well as it could. */
class NodeHintsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS =
            RedisNodesExtension.of(RedisNodes.builder().nodes(1).proxied());

    @Test
    void aSlowNodeIsToldOfOnce(RedisNodes nodes) {
        try (CapturedLog log = new CapturedLog();
                Conversation conversation = conversation(nodes)) {
            conversation.awaitOk();
            conversation.ask(acquire("job", token(1)));
            assertThat(count(log, "nodeTimeout")).isZero();

            nodes.get(0).proxy().delay(Duration.ofMillis(200));
            for (int round = 0; round < 3; round++) {
                conversation.ask(release("job", token(1)));
            }

            assertThat(count(log, "half of nodeTimeout, 500 ms")).isEqualTo(1);
        }
    }

    @Test
    void l76_anEvictionPolicyIsToldOfOnce(RedisNodes nodes) {
        try (CapturedLog log = new CapturedLog();
                Conversation conversation = conversation(nodes)) {
            conversation.awaitOk();
            nodes.get(0).command("CONFIG", "SET", "maxmemory-policy", "volatile-ttl");
            nodes.get(0).command("CONFIG", "SET", "maxmemory", "100mb");

            await().atMost(PATIENCE).until(() -> count(log, "volatile-ttl") > 0);
            int looked = conversation.observed().size();
            await().atMost(PATIENCE).until(() -> conversation.observed().size() >= looked + 2);

            assertThat(count(log, "volatile-ttl")).isEqualTo(1);
            nodes.get(0).command("CONFIG", "SET", "maxmemory-policy", "noeviction");
            nodes.get(0).command("CONFIG", "SET", "maxmemory", "0");
        }
    }

    private static long count(CapturedLog log, String words) {
        return log.lines().stream().filter(line -> line.contains(words)).count();
    }

    private static Conversation conversation(RedisNodes nodes) {
        return Conversation.with(
                Engines.options().nodes(nodes.addresses()).build(),
                RedlockOptions.builder()
                        .nodeTimeout(Duration.ofMillis(500))
                        .takeover(Takeover.GUARDED)
                        .build());
    }
}
