// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.TTL_MILLIS;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.heal;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Command;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counters on the nodes (S-F1, S-F5). */
class FencingIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final String META = "{redlock:job}:meta";
    private static final Token MINE = token(1);

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
    void aProposalNearTheNodesTimeIsTaken() {
        long proposal = nodeMillis() * 1_024 + 77;

        assertThat(grant(proposal)).isEqualTo(proposal);
    }

    @Test
    void aProposalOfAWrongClockIsKeptNearTheNodesTime() {
        long slack = TTL_MILLIS / 8;

        long low = grant(5);
        long afterLow = nodeMillis();
        conversation.ask(release("job", MINE));
        redis.command("DEL", META);
        long beforeHigh = nodeMillis();
        long high = grant(Long.MAX_VALUE);

        assertThat(low / 1_024).isBetween(afterLow - slack - 1_000, afterLow - slack);
        assertThat(high / 1_024).isBetween(beforeHigh + slack, beforeHigh + slack + 1_000);
    }

    @Test
    void l120_everyGrantIsHigherThanTheOneBefore() {
        long counter = (nodeMillis() + Duration.ofHours(23).toMillis()) * 1_024;
        redis.command("HSET", META, "c", Long.toString(counter));

        for (int i = 1; i <= 3; i++) {
            assertThat(grant(nodeMillis() * 1_024)).isEqualTo(counter + i);
            conversation.ask(release("job", MINE));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"9007199254740990", "9223372036854775806", "not a number", "-1", "1e3", "0x10", "nan", " 1", ""})
    void l120_aCounterThatNoClockExplainsIsNeverCounted(String garbage) {
        redis.command("HSET", META, "c", garbage);

        Answer answer = conversation.ask(acquire("job", MINE));

        assertThat(answer.outcome()).isEqualTo(Outcome.INELIGIBLE);
        assertThat(answer.reason()).startsWith("counter").contains("redlock:job");
        assertThat(redis.get("redlock:job")).isEmpty();
        assertThat(redis.command("HGET", META, "c")).isEqualTo(garbage);
    }

    @Test
    void aFloorThatNoClockExplainsIsNotTakenOver() {
        conversation.ask(acquire("job", MINE));
        long tomorrow = (nodeMillis() + Duration.ofHours(25).toMillis()) * 1_024;

        assertThat(conversation.ask(extend("job", MINE, tomorrow)).outcome()).isEqualTo(Outcome.INELIGIBLE);
        redis.command("DEL", "redlock:job");
        assertThat(conversation.ask(heal("job", MINE, tomorrow)).outcome()).isEqualTo(Outcome.INELIGIBLE);
        assertThat(redis.get("redlock:job")).isEmpty();
    }

    private long grant(long proposal) {
        Command command =
                Conversation.command(Verb.ACQUIRE, List.of(Resource.lock("job")), List.of(MINE), List.of(proposal));
        Answer answer = conversation.ask(command);
        assertThat(answer.outcome()).as(answer.reason()).isEqualTo(Outcome.GRANTED);
        return answer.fences().get(0);
    }

    private long nodeMillis() {
        List<String> time = redis.ask(jedis -> jedis.time());
        return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
    }
}
