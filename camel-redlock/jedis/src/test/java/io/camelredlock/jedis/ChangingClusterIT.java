// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Command;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a node keeps of its cluster while that is changed (S-N3). */
final class ChangingClusterIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final String CONFIG = "redlock-node:config";
    private static final long LONGEST = 10_000;

    private final List<Conversation> conversations = new ArrayList<>();
    private RedisNode redis;
    private Conversation before;
    private Conversation during;
    private Conversation after;

    @BeforeEach
    void connect(RedisNodes nodes) {
        redis = nodes.get(0);
        before = conversation(redis.address() + ",127.0.0.1:1", "");
        during = conversation(redis.address() + ",127.0.0.1:2", redis.address() + ",127.0.0.1:1");
        after = conversation(redis.address() + ",127.0.0.1:2", "");
    }

    @AfterEach
    void disconnect() {
        conversations.forEach(Conversation::close);
    }

    private Conversation conversation(String nodes, String previous) {
        JedisOptionsBuilder options = JedisOptions.builder().nodes(nodes);
        Conversation conversation =
                Conversation.with((previous.isEmpty() ? options : options.previousNodes(previous)).build());
        conversations.add(conversation);
        return conversation;
    }

    private static Outcome take(Conversation by, String lock) {
        return by.ask(acquire(lock, token(1))).outcome();
    }

    private Optional<String> config() {
        return redis.get(CONFIG);
    }

    @Test
    void whoKnowsBothListsIsLetInByNodesOfEither() {
        take(before, "one");
        Optional<String> old = config();

        assertThat(take(during, "two")).isEqualTo(Outcome.GRANTED);
        assertThat(config()).isEqualTo(old);
        assertThat(take(before, "three")).isEqualTo(Outcome.GRANTED);
    }

    @Test
    void whoKnowsOnlyTheNewListIsRefusedAndToldTheOption() {
        take(before, "one");

        Answer refused = after.ask(acquire("two", token(1)));

        assertThat(refused.outcome()).isEqualTo(Outcome.INELIGIBLE);
        assertThat(refused.reason()).contains("previousNodes");
    }

    @Test
    void whoKnowsBothLeavesTheOldListToExpire() {
        take(before, "one");
        redis.command("PEXPIRE", CONFIG, Long.toString(LONGEST));

        take(during, "two");

        assertThat(redis.pttl(CONFIG)).isLessThanOrEqualTo(LONGEST);
    }

    @Test
    void whoKnowsBothStandsAmongTheMembersOfEither() {
        take(before, "one");
        before.ask(stand("old"));

        Answer answer = during.ask(stand("both"));

        assertThat(answer.members()).extracting(Answer.Member::id).containsExactlyInAnyOrder("both", "old");
    }

    private static Command stand(String who) {
        return new Command(Verb.STAND, List.of(), List.of(), LONGEST, List.of(), who);
    }

    @Test
    void whoIsRefusedByAHolderKeepsItsOwnListAlive() {
        take(before, "one");
        take(during, "two");
        redis.command("PEXPIRE", CONFIG, Long.toString(LONGEST));

        assertThat(before.ask(acquire("two", token(2))).outcome()).isEqualTo(Outcome.HELD);

        assertThat(redis.pttl(CONFIG)).isGreaterThan(2 * LONGEST);
    }

    @Test
    void theNodeServesTheNewListWhenNobodyUsedTheOldOneForLong() {
        take(before, "one");
        redis.command("DEL", CONFIG);

        take(during, "two");

        assertThat(take(after, "three")).isEqualTo(Outcome.GRANTED);
        assertThat(take(before, "four")).isEqualTo(Outcome.INELIGIBLE);
    }

    @Test
    void theLongestTtlIsChangedInTheSameWay() {
        Conversation old = conversation(RedlockOptions.builder());
        Conversation both = conversation(
                RedlockOptions.builder().maxTtl(Duration.ofSeconds(20)).previousMaxTtl(Duration.ofSeconds(10)));
        Conversation next = conversation(RedlockOptions.builder().maxTtl(Duration.ofSeconds(20)));

        assertThat(take(old, "one")).isEqualTo(Outcome.GRANTED);
        assertThat(take(both, "two")).isEqualTo(Outcome.GRANTED);
        assertThat(next.ask(acquire("three", token(1))).reason()).contains("previousMaxTtl");
        redis.command("DEL", CONFIG);
        assertThat(take(both, "four")).isEqualTo(Outcome.GRANTED);
        assertThat(take(next, "five")).isEqualTo(Outcome.GRANTED);
        assertThat(take(old, "six")).isEqualTo(Outcome.INELIGIBLE);
    }

    private Conversation conversation(RedlockOptionsBuilder options) {
        Conversation conversation =
                Conversation.with(JedisOptions.builder().nodes(redis.address()).build(), options.build());
        conversations.add(conversation);
        return conversation;
    }
}
