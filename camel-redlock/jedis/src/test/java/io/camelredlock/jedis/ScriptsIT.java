// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.TTL_MILLIS;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.command;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.heal;
import static io.camelredlock.jedis.Conversation.inspect;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each script and each of its replies, on a real server. */
class ScriptsIT {

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
    void acquireTakesWhatIsFree() {
        Answer answer = conversation.ask(acquire("job", MINE));

        assertThat(answer.outcome()).isEqualTo(Outcome.GRANTED);
        assertThat(redis.get(KEY)).contains(MINE.value());
        assertThat(redis.pttl(KEY)).isBetween(1L, TTL_MILLIS);
        assertThat(meta())
                .containsEntry("c", Long.toString(answer.fences().get(0)))
                .containsEntry("m", "member-1");
        assertThat(Long.parseLong(meta().get("x"))).isCloseTo(now() + TTL_MILLIS, within(1_000));
    }

    @Test
    void theSecondAcquireIsToldWhoHoldsAndForHowLong() {
        conversation.ask(acquire("job", MINE));

        Answer answer = conversation.ask(acquire("job", THEIRS));

        assertThat(answer.outcome()).isEqualTo(Outcome.HELD);
        assertThat(answer.remainingMillis()).isBetween(TTL_MILLIS / 2, TTL_MILLIS);
        assertThat(answer.holder()).isEqualTo("member-1");
        assertThat(answer.toString()).doesNotContain(MINE.value());
        assertThat(redis.get(KEY)).contains(MINE.value());
    }

    @Test
    void aRepeatedAcquireChangesNothing() {
        Answer first = conversation.ask(acquire("job", MINE));
        redis.command("PEXPIRE", KEY, "5000");

        Answer second = conversation.ask(acquire("job", MINE));

        assertThat(second).isEqualTo(first);
        assertThat(redis.pttl(KEY)).isLessThanOrEqualTo(5_000);
    }

    @Test
    void severalResourcesAreTakenAllOrNone() {
        conversation.ask(acquire("b", THEIRS));
        List<Resource> both = List.of(Resource.lock("a"), Resource.lock("b"));

        Answer held = conversation.ask(command(Verb.ACQUIRE, both, List.of(MINE), List.of(0L, 0L)));
        conversation.ask(release("b", THEIRS));
        Answer granted = conversation.ask(command(Verb.ACQUIRE, both, List.of(MINE), List.of(0L, 0L)));

        assertThat(held.outcome()).isEqualTo(Outcome.HELD);
        assertThat(granted.outcome()).isEqualTo(Outcome.GRANTED);
        assertThat(granted.fences()).hasSize(2);
        assertThat(redis.get("redlock:a")).contains(MINE.value());
        assertThat(redis.get("redlock:b")).contains(MINE.value());
    }

    @Test
    void heldTellsTheLongestOfSeveral() {
        redis.command("SET", "redlock:a", "x", "PX", "60000");
        redis.command("SET", "redlock:b", "x", "PX", "1000");
        redis.command("SET", "redlock:c", "x");
        List<Resource> two = List.of(Resource.lock("a"), Resource.lock("b"));
        List<Resource> three = List.of(Resource.lock("a"), Resource.lock("b"), Resource.lock("c"));

        Answer longest = conversation.ask(command(Verb.INSPECT, two, List.of(), List.of()));
        Answer forever = conversation.ask(command(Verb.INSPECT, three, List.of(), List.of()));

        assertThat(longest.remainingMillis()).isBetween(50_000L, 60_000L);
        assertThat(longest.holder()).isEmpty();
        assertThat(forever.remainingMillis()).isEqualTo(-1);
    }

    @Test
    void extendProlongsAndRaisesTheCounter() {
        long fence = conversation.ask(acquire("job", MINE)).fences().get(0);
        redis.command("PEXPIRE", KEY, "1000");

        Answer answer = conversation.ask(extend("job", MINE, fence + 5));

        assertThat(answer).isEqualTo(Answer.ok(List.of(fence + 5)));
        assertThat(redis.pttl(KEY)).isGreaterThan(5_000);
        assertThat(conversation.ask(extend("job", MINE, fence)).fences()).containsExactly(fence + 5);
    }

    @Test
    void extendOfWhatIsGoneOrTakenIsLost() {
        assertThat(conversation.ask(extend("job", MINE, 0))).isEqualTo(Answer.lost("absent"));

        conversation.ask(acquire("job", THEIRS));

        assertThat(conversation.ask(extend("job", MINE, 0))).isEqualTo(Answer.lost("other"));
        assertThat(redis.get(KEY)).contains(THEIRS.value());
    }

    @Test
    void healGivesBackWhatIsAbsentAndNothingElse() {
        long fence = conversation.ask(acquire("job", MINE)).fences().get(0);
        redis.command("DEL", KEY, META);

        Answer healed = conversation.ask(heal("job", MINE, fence));
        Answer refused = conversation.ask(heal("job", THEIRS, fence));

        assertThat(healed).isEqualTo(Answer.ok(List.of(fence)));
        assertThat(refused.outcome()).isEqualTo(Outcome.HELD);
        assertThat(redis.get(KEY)).contains(MINE.value());
        assertThat(redis.pttl(KEY)).isBetween(1L, TTL_MILLIS);
    }

    @Test
    void releaseDeletesOnlyItsOwnAndSaysWhyNot() {
        assertThat(conversation.ask(release("job", MINE))).isEqualTo(Answer.lost("absent"));
        conversation.ask(acquire("job", MINE));
        String ends = meta().get("x");

        assertThat(conversation.ask(release("job", THEIRS))).isEqualTo(Answer.lost("other"));
        assertThat(redis.get(KEY)).isPresent();
        assertThat(conversation.ask(release("job", THEIRS, MINE))).isEqualTo(Answer.ok(List.of()));
        assertThat(redis.get(KEY)).isEmpty();
        assertThat(ends).isNotNull();
        assertThat(meta()).containsOnlyKeys("c");
        assertThat(conversation.ask(release("job", MINE))).isEqualTo(Answer.lost("absent"));
    }

    @Test
    void releaseOfSeveralRemovesWhatIsLeft() {
        conversation.ask(acquire("a", MINE));
        conversation.ask(acquire("b", THEIRS));
        List<Resource> both = List.of(Resource.lock("a"), Resource.lock("b"));

        Answer answer = conversation.ask(command(Verb.RELEASE, both, List.of(MINE), List.of()));

        assertThat(answer).isEqualTo(Answer.lost("other"));
        assertThat(redis.get("redlock:a")).isEmpty();
        assertThat(redis.get("redlock:b")).isPresent();
    }

    @Test
    void inspectionWritesNothing() {
        assertThat(conversation.ask(inspect("job"))).isEqualTo(Answer.ok(List.of()));

        assertThat(redis.keys("*job*")).isEmpty();
    }

    @Test
    void aFailedAttemptWritesNothing() {
        redis.command("SET", KEY, "somebody");

        conversation.ask(acquire("job", MINE));

        assertThat(redis.keys("*job*")).containsExactly(KEY);
    }

    @Test
    void whatVanishedIsKeptAsTheLatestEnd() {
        conversation.ask(acquire("job", MINE));
        String ends = meta().get("x");
        redis.command("DEL", KEY);

        conversation.ask(acquire("job", THEIRS));
        conversation.ask(release("job", THEIRS));

        assertThat(meta()).containsEntry("v", ends).doesNotContainKeys("x", "m");
    }

    @Test
    void anOrderlyReleaseVanishesNothing() {
        conversation.ask(acquire("job", MINE));
        conversation.ask(release("job", MINE));

        conversation.ask(acquire("job", THEIRS));

        assertThat(meta()).doesNotContainKey("v");
    }

    private static Offset<Long> within(long millis) {
        return Offset.offset(millis);
    }

    private Map<String, String> meta() {
        return hash(META);
    }

    private Map<String, String> hash(String key) {
        return redis.ask(jedis -> jedis.hgetAll(key));
    }

    private long now() {
        return Long.parseLong(redis.ask(jedis -> jedis.time()).get(0)) * 1_000;
    }
}
