// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** Which nodes may be marked as known to be empty, and what comes of it (S-T2). */
class KnownEmptyIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS =
            RedisNodesExtension.of(RedisNodes.builder().nodes(1).unknown());

    private static final String PREFIX = "redlock:";
    private static final String MARKER = "redlock-node:marker";

    private RedisNode redis;

    @BeforeEach
    void find(RedisNodes nodes) {
        redis = nodes.get(0);
    }

    @Test
    void aNewNodeIsMarkedAsIfItHadAlwaysBeenThereAndItsClientsLeaveThatMarker() {
        mark();
        mark();
        String marker = redis.get(MARKER).orElseThrow();

        assertThat(marker).endsWith(":0");
        assertThat(shownMarker(Takeover.GUARDED)).isEqualTo(marker);
    }

    @Test
    void theNodesOfTheTestKitAreMarkedUnlessToldOtherwise() {
        try (RedisNodes nodes = RedisNodes.start(1)) {
            RedisNode node = nodes.get(0);
            assertThat(node.get(MARKER).orElseThrow()).endsWith(":0");

            node.kill();
            node.restartEmpty();
            assertThat(node.get(MARKER)).isEmpty();
        }
        assertThat(redis.get(MARKER)).isEmpty();
    }

    @Test
    void aNodeThatGotItsMarkerFromAClientIsNotMarked() {
        String marker = shownMarker(Takeover.GUARDED);

        assertIsRefused("has served before");

        assertThat(redis.get(MARKER)).contains(marker);
    }

    @Test
    void aNodeThatHasGrantedIsNotMarked() {
        shownMarker(Takeover.CLASSIC);

        assertIsRefused("has served before");

        assertThat(redis.get(MARKER)).isEmpty();
    }

    @Test
    void aReplicaIsNotMarked() {
        redis.command("REPLICAOF", "127.0.0.1", "1");

        assertIsRefused("replica");

        redis.command("REPLICAOF", "NO", "ONE");
    }

    private String shownMarker(Takeover takeover) {
        RedlockOptions engine = RedlockOptions.builder().takeover(takeover).build();
        JedisOptions options = JedisOptions.builder().nodes(redis.address()).build();
        try (Conversation conversation = Conversation.with(options, engine)) {
            return conversation
                    .askInFull(acquire("job", token(1)))
                    .evidence()
                    .incarnation()
                    .marker();
        }
    }

    private void assertIsRefused(String reason) {
        assertThatIllegalStateException().isThrownBy(this::mark).withMessageContaining(reason);
    }

    private void mark() {
        try (Jedis jedis = redis.jedis()) {
            JedisRedlock.markKnownEmpty(jedis, PREFIX);
        }
    }
}
