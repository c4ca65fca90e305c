// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.TTL_MILLIS;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.command;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.inspect;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which keys there are on a node, how long they live, and that everybody else's are left alone (S-N1, S-N3). */
class KeysOnNodesIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final String KEY = "redlock:job";
    private static final String META = "{redlock:job}:meta";
    private static final String CONFIG = "redlock-node:config";
    private static final Token MINE = token(1);
    private static final Token THEIRS = token(2);

    private RedisNode redis;
    private Conversation conversation;

    @BeforeEach
    void connect(RedisNodes nodes) {
        redis = nodes.get(0);
        conversation = Conversation.with(redis.address());
    }

    @AfterEach
    void disconnect() {
        conversation.close();
    }

    @Test
    void anotherClusterOnTheSameNodeIsNoVoteButAReasonWithBothValues() {
        conversation.ask(acquire("job", MINE));
        JedisOptions elsewhere =
                Engines.options().nodes(redis.address()).clusterId("elsewhere").build();
        RedlockOptions longer = RedlockOptions.builder()
                .maxTtl(Duration.ofSeconds(20))
                .driftFactor(0.02)
                .build();
        try (Conversation other = Conversation.with(elsewhere, longer)) {
            Answer answer = other.ask(acquire("free", THEIRS));

            assertThat(answer.outcome()).isEqualTo(Outcome.INELIGIBLE);
            assertThat(answer.reason())
                    .contains("clusterId '" + options().clusterId() + "' (here 'elsewhere')")
                    .contains("maxTtl 10000 ms (here 20000 ms)")
                    .contains("driftFactor 0.01 (here 0.02)");
            assertThat(other.ask(inspect("free")).outcome()).isEqualTo(Outcome.INELIGIBLE);
            assertThat(other.ask(extend("job", MINE, 0)).outcome()).isEqualTo(Outcome.INELIGIBLE);
            assertThat(other.node().condition()).contains("clusterId");
            assertThat(redis.get("redlock:free")).isEmpty();
            assertThat(other.ask(release("job", MINE)))
                    .as("a token is nobody else's")
                    .isEqualTo(Answer.ok(List.of()));
        }
    }

    @Test
    void aRefusedClusterDoesNotKeepTheOtherAlive() {
        redis.command("SET", CONFIG, "other|1|10000|0.01", "PX", "20000");

        conversation.ask(acquire("job", MINE));

        assertThat(redis.pttl(CONFIG)).isLessThanOrEqualTo(20_000);
    }

    @Test
    void l92_foreignDataUnderAKeyIsLeftAloneAndNamed() {
        redis.command("HSET", KEY, "field", "value");
        redis.command("SET", META.replace("job", "other"), "text");

        for (Verb verb : List.of(Verb.ACQUIRE, Verb.EXTEND, Verb.HEAL, Verb.INSPECT)) {
            Answer answer = conversation.ask(command(verb, List.of(Resource.lock("job")), List.of(MINE), List.of(0L)));
            assertThat(answer.outcome()).as(verb.name()).isEqualTo(Outcome.FAILED);
            assertThat(answer.reason()).contains("WRONGTYPE").contains(KEY);
        }
        assertThat(conversation.ask(release("job", MINE))).isEqualTo(Answer.lost("other"));
        assertThat(conversation.ask(acquire("other", MINE)).reason()).contains("{redlock:other}:meta");
        assertThat(redis.get("redlock:other")).isEmpty();
        assertThat(hash(KEY)).containsExactly(Map.entry("field", "value"));
        assertThat(conversation.node().condition())
                .as("a matter of one resource")
                .isEqualTo("ok");
    }

    @Test
    void aForeignTypeOfOneResourceLeavesTheOthersUntouched() {
        redis.command("LPUSH", "redlock:b", "value");
        List<Resource> both = List.of(Resource.lock("a"), Resource.lock("b"));

        Answer answer = conversation.ask(command(Verb.ACQUIRE, both, List.of(MINE), List.of(0L, 0L)));

        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(redis.keys("*redlock:*")).containsExactly("redlock:b");
    }

    @Test
    void allKeysExpireButTheCountersOfLeadership() {
        Resource namespace = Resource.leadership("job");
        conversation.ask(command(Verb.ACQUIRE, List.of(namespace), List.of(MINE), List.of(0L)));
        conversation.ask(acquire("job", MINE));

        long sevenDays = Duration.ofDays(7).toMillis();
        assertThat(redis.pttl("redlock-leader:job")).isBetween(1L, TTL_MILLIS);
        assertThat(redis.pttl("{redlock-leader:job}:meta")).isEqualTo(-1);
        assertThat(redis.pttl(META)).isBetween(sevenDays, sevenDays + TTL_MILLIS);
        assertThat(redis.pttl(CONFIG)).isBetween(TTL_MILLIS, 3 * TTL_MILLIS);
    }

    @Test
    void withoutFencingOnlyTheOwnKeyIsTouched() {
        RedlockOptions plain = RedlockOptions.builder()
                .fencing(false)
                .takeover(Takeover.CLASSIC)
                .build();
        try (Conversation other = Conversation.with(options(), plain)) {
            assertThat(other.ask(acquire("job", MINE))).isEqualTo(Answer.granted(List.of()));
            assertThat(other.ask(acquire("job", THEIRS)).outcome()).isEqualTo(Outcome.HELD);
            assertThat(other.ask(extend("job", MINE, 7))).isEqualTo(Answer.ok(List.of()));
            assertThat(redis.keys("*redlock:*")).containsExactly(KEY);
            assertThat(other.ask(release("job", MINE))).isEqualTo(Answer.ok(List.of()));
            assertThat(redis.keys("*redlock:*")).isEmpty();
        }
    }

    private JedisOptions options() {
        return Engines.options().nodes(redis.address()).build();
    }

    private Map<String, String> hash(String key) {
        return redis.ask(jedis -> jedis.hgetAll(key));
    }
}
