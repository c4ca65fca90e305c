// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.heal;
import static io.camelredlock.jedis.Conversation.inspect;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Command;
import io.camelredlock.core.Evidence;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Token;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What answers show of a node's memory and clock (S-T2 to S-T4), on a real server. */
class EvidenceIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS =
            RedisNodesExtension.of(RedisNodes.builder().nodes(1).unknown());

    private static final String KEY = "redlock:job";
    private static final String META = "{redlock:job}:meta";

    private static final Token MINE = token(1);
    private static final Token THEIRS = token(2);

    private RedisNode redis;
    private Conversation conversation;

    @BeforeEach
    void connect(RedisNodes nodes) {
        redis = nodes.get(0);
        conversation = conversation(RedlockOptions.builder().takeover(Takeover.GUARDED));
        conversation.awaitOk();
    }

    @AfterEach
    void disconnect() {
        conversation.close();
    }

    @Test
    void theClockIsShownBetweenQuestionAndReply() {
        long before = Conversation.TICKER.nanos();
        Evidence shown = granted().evidence();
        long after = Conversation.TICKER.nanos();

        assertThat(shown.clock().sentNanos()).isBetween(before, after);
        assertThat(shown.clock().receivedNanos()).isBetween(shown.clock().sentNanos(), after);
        assertThat(shown.clock().nodeMillis()).isCloseTo(now(), Offset.offset(2_000L));
        assertThat(shown.neverClean()).isEmpty();
        assertThat(shown.vanished()).isFalse();
    }

    @Test
    void whatVanishedIsToldUntilItsTimeIsOver() {
        granted();
        redis.command("DEL", KEY);

        assertThat(ask(acquire("job", THEIRS)).evidence().vanished()).isTrue();
        assertThat(ask(inspect("job")).evidence().vanished()).isTrue();
        assertThat(ask(extend("job", THEIRS, 0)).evidence().vanished()).isTrue();
        ask(release("job", THEIRS));
        assertThat(ask(acquire("job", MINE)).evidence().vanished())
                .as("after a release")
                .isTrue();
        redis.command("HSET", META, "v", Long.toString(now() - 1_000));
        assertThat(ask(extend("job", MINE, 0)).evidence().vanished()).isFalse();
    }

    @Test
    void whatIsHealedWasGone() {
        granted();
        redis.command("DEL", KEY);

        assertThat(ask(heal("job", MINE, 0)).evidence().vanished()).isTrue();
    }

    @Test
    void anEarlierExpiryIsKeptBesideALaterOne() {
        granted();
        String first = meta("x");
        redis.command("DEL", KEY);
        Command shorter = new Command(
                acquire("job", THEIRS).verb(),
                acquire("job", THEIRS).resources(),
                List.of(THEIRS),
                1_000,
                List.of(0L),
                "member-2");

        ask(shorter);
        redis.command("DEL", KEY);
        ask(shorter);

        assertThat(meta("v")).isEqualTo(first);
    }

    @Test
    void whatExpiredInItsTimeHasNotVanished() {
        granted();
        redis.command("DEL", KEY);
        redis.command("HSET", META, "x", Long.toString(now() - 1_000));

        assertThat(ask(acquire("job", THEIRS)).evidence().vanished()).isFalse();
    }

    @Test
    void aNodeThatMayEvictLocksIsNeverClean() {
        redis.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        redis.command("CONFIG", "SET", "maxmemory", "100mb");
        awaitNeverClean("allkeys-lru");
        assertThat(granted().evidence().neverClean()).contains("allkeys-lru").contains("noeviction");

        redis.command("CONFIG", "SET", "maxmemory", "0");
        awaitNeverClean("");
        redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
    }

    @Test
    void aNodeThatMayNotBeAskedIsNeverCleanAndNamesThePermission() {
        redis.command("ACL", "SETUSER", "blind", "reset", "on", ">secret", "~*", "&*", "+@all", "-info");
        RedlockOptions engine =
                RedlockOptions.builder().takeover(Takeover.GUARDED).build();
        JedisOptions options = Engines.options()
                .nodes(redis.address())
                .username("blind")
                .password("secret")
                .build();
        try (Conversation blind = Conversation.with(options, engine)) {
            Answer answer = blind.askInFull(acquire("job", MINE));

            assertThat(answer.outcome()).isEqualTo(Outcome.GRANTED);
            assertThat(answer.evidence().neverClean()).contains("no permission").contains("info");
        }
        redis.command("ACL", "DELUSER", "blind");
    }

    @Test
    void anIdleNodesClockIsLookedAtEveryQuarterOfTheLongestTtl() {
        Duration ttl = Duration.ofMillis(800);
        try (Conversation brief = conversation(RedlockOptions.builder().ttl(ttl).takeover(Takeover.GUARDED))) {
            long start = Conversation.TICKER.nanos();
            await().atMost(PATIENCE).until(() -> brief.observed().size() >= 10);

            long passed = TimeUnit.NANOSECONDS.toMillis(Conversation.TICKER.nanos() - start);
            assertThat(passed).isGreaterThan(7 * ttl.toMillis() / 4);
        }
    }

    @Test
    void classicAsksAndShowsNothing() {
        redis.flush();
        try (Conversation classic = conversation(RedlockOptions.builder().takeover(Takeover.CLASSIC))) {
            classic.awaitOk();
            long asked = redis.calls("info");

            assertThat(classic.askInFull(acquire("classic", MINE)).evidence()).isEqualTo(Evidence.NONE);
            assertThat(classic.observed()).isEmpty();
            assertThat(redis.calls("info") - asked).isLessThanOrEqualTo(2);
        }
    }

    private Conversation conversation(RedlockOptionsBuilder options) {
        return Conversation.with(Engines.options().nodes(redis.address()).build(), options.build());
    }

    private Answer granted() {
        Answer answer = ask(acquire("job", MINE));
        assertThat(answer.outcome()).isEqualTo(Outcome.GRANTED);
        return answer;
    }

    private Answer ask(Command command) {
        return conversation.askInFull(command);
    }

    private void awaitNeverClean(String words) {
        await().atMost(PATIENCE)
                .until(() -> words.isEmpty()
                        ? last().neverClean().isEmpty()
                        : last().neverClean().contains(words));
    }

    private Evidence last() {
        return conversation.observed().get(conversation.observed().size() - 1);
    }

    private String meta(String field) {
        return redis.ask(jedis -> jedis.hget(META, field));
    }

    private long now() {
        return Long.parseLong(redis.ask(jedis -> jedis.time()).get(0)) * 1_000;
    }
}
