// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.TTL_MILLIS;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.command;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Command;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The scripts that look whether a lease is kept, and that remove one by force, with each of their replies. */
class OperatorScriptsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final String KEY = "redlock:job";
    private static final String META = "{redlock:job}:meta";
    private static final Token MINE = token(1);
    private static final Token THEIRS = token(2);

    private static final long LONGEST_MILLIS = 10_000;

    private RedisNode redis;
    private Conversation conversation;

    @BeforeEach
    void connect(RedisNodes nodes) {
        redis = nodes.get(0);
        conversation = Conversation.with(
                JedisOptions.builder().nodes(redis.address()).build(),
                RedlockOptions.builder().takeover(Takeover.GUARDED).build());
    }

    @AfterEach
    void disconnect() {
        conversation.close();
    }

    private static Command verify(Token token) {
        return command(Verb.VERIFY, List.of(Resource.lock("job")), List.of(token), List.of());
    }

    private static Command force(String... names) {
        List<Resource> resources = List.of(names).stream().map(Resource::lock).toList();
        return command(Verb.FORCE, resources, List.of(), List.of());
    }

    private Map<String, String> meta() {
        return redis.ask(jedis -> jedis.hgetAll(META));
    }

    @Test
    void verifyTellsWhoseItIsAndWritesNothing() {
        assertThat(conversation.ask(verify(MINE))).isEqualTo(Answer.lost(Answer.ABSENT));
        assertThat(redis.keys("*job*")).isEmpty();
        conversation.ask(acquire("job", MINE));
        redis.command("PEXPIRE", KEY, "5000");
        Map<String, String> before = meta();

        assertThat(conversation.ask(verify(MINE))).isEqualTo(Answer.ok(List.of()));
        assertThat(conversation.ask(verify(THEIRS))).isEqualTo(Answer.lost(Answer.OTHER));
        assertThat(meta()).isEqualTo(before);
        assertThat(redis.pttl(KEY)).isLessThanOrEqualTo(5_000);
    }

    @Test
    void forceRemovesWhateverIsThereAndSaysWhoseItWas() {
        conversation.ask(acquire("job", MINE));
        String ends = meta().get("x");

        Answer answer = conversation.ask(force("job"));

        assertThat(answer.outcome()).isEqualTo(Outcome.OK);
        assertThat(answer.holder()).isEqualTo("member-1");
        assertThat(answer.remainingMillis()).isBetween(TTL_MILLIS / 2, TTL_MILLIS);
        assertThat(redis.get(KEY)).isEmpty();
        assertThat(meta()).containsKey("c").containsEntry("x", ends).containsEntry("v", ends);
    }

    @Test
    void forceOfWhatIsFreeSaysSoAndWritesNothing() {
        assertThat(conversation.ask(force("job"))).isEqualTo(Answer.lost(Answer.ABSENT));

        assertThat(redis.keys("*job*")).isEmpty();
    }

    @Test
    void theNextGrantShowsThatOneVanished() {
        conversation.ask(acquire("job", MINE));
        conversation.ask(force("job"));

        Answer next = conversation.askInFull(acquire("job", THEIRS));

        assertThat(next.outcome()).isEqualTo(Outcome.GRANTED);
        assertThat(next.evidence().vanished()).isTrue();
    }

    @Test
    void whoWasRemovedIsToldEvenWhenSomebodyElseHasIt() {
        conversation.ask(acquire("job", MINE));
        long fence = conversation.ask(extend("job", MINE, 0)).fences().get(0);
        conversation.ask(force("job"));

        assertThat(conversation.ask(extend("job", MINE, fence))).isEqualTo(Answer.lost(Answer.FORCED));
        conversation.ask(acquire("job", THEIRS));
        assertThat(conversation.ask(extend("job", MINE, fence))).isEqualTo(Answer.lost(Answer.FORCED));
        assertThat(conversation.ask(verify(MINE))).isEqualTo(Answer.lost(Answer.FORCED));
        assertThat(conversation.ask(release("job", MINE))).isEqualTo(Answer.lost(Answer.OTHER));
    }

    @Test
    void ofAForeignKeyIsKeptWhenItShouldHaveEnded() {
        redis.command("SET", KEY, "foreign", "PX", "5000");
        long begun = nodeMillis();

        Answer answer = conversation.ask(force("job"));

        assertThat(answer.outcome()).isEqualTo(Outcome.OK);
        assertThat(answer.holder()).isEmpty();
        assertThat(redis.get(KEY)).isEmpty();
        assertThat(vanishedMillis()).isBetween(begun, begun + 5_010);
        assertThat(redis.pttl(META)).isPositive();
        assertThat(conversation.askInFull(acquire("job", THEIRS)).evidence().vanished())
                .isTrue();
    }

    @Test
    void aForeignKeyWithoutEndOrWithALateOneCountsForTheLongestTtl() {
        for (String expiry : List.of("", " PX 3600000")) {
            redis.command("SET", (KEY + " foreign" + expiry).split(" "));

            assertThat(conversation.ask(force("job")).outcome()).isEqualTo(Outcome.OK);

            assertThat(vanishedMillis()).isBetween(nodeMillis() + LONGEST_MILLIS / 2, nodeMillis() + LONGEST_MILLIS);
        }
    }

    @Test
    void whatAnEarlierGrantOfOursLeftBesideAForeignKeyDoesNotHideItsEnd() {
        conversation.ask(acquire("job", MINE));
        redis.command("DEL", KEY);
        redis.command("HSET", META, "x", "1000");
        redis.command("SET", KEY, "foreign", "PX", "5000");

        conversation.ask(force("job"));

        assertThat(vanishedMillis()).isGreaterThan(nodeMillis());
    }

    private long vanishedMillis() {
        return Long.parseLong(meta().get("v"));
    }

    private long nodeMillis() {
        return redis.ask(jedis -> {
            List<String> time = jedis.time();
            return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
        });
    }

    @Test
    void severalAreRemovedAtOnce() {
        conversation.ask(acquire("a", MINE));
        conversation.ask(acquire("c", THEIRS));

        assertThat(conversation.ask(force("a", "b", "c")).outcome()).isEqualTo(Outcome.OK);

        assertThat(redis.keys("redlock:*")).isEmpty();
    }

    @Test
    void aKeyOfAForeignTypeStopsItBeforeAnythingChanged() {
        conversation.ask(acquire("a", MINE));
        redis.command("LPUSH", "redlock:b", "x");

        assertThat(conversation.ask(force("a", "b")).outcome()).isEqualTo(Outcome.FAILED);

        assertThat(redis.get("redlock:a")).isPresent();
    }

    @Test
    void waitersAreWoken() {
        conversation.ask(acquire("job", MINE));
        conversation.node().watch(Resource.lock("job"));
        conversation.awaitEvent("watching job", 1);

        conversation.ask(force("job"));

        conversation.awaitEvent("released job", 1);
    }

    @Test
    void anotherClusterIsLeftAlone() {
        conversation.ask(acquire("job", MINE));
        try (Conversation stranger = Conversation.with(JedisOptions.builder()
                .nodes(redis.address())
                .clusterId("another")
                .build())) {
            assertThat(stranger.ask(force("job")).outcome()).isEqualTo(Outcome.INELIGIBLE);
            assertThat(stranger.ask(verify(MINE)).outcome()).isEqualTo(Outcome.INELIGIBLE);
        }
        assertThat(redis.get(KEY)).contains(MINE.value());
    }
}
