// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.command;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.heal;
import static io.camelredlock.jedis.Conversation.inspect;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Command;
import io.camelredlock.core.Evidence;
import io.camelredlock.core.Incarnation;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The marker of a node's memory: who writes it, and what it tells (S-T2), on a real server. */
class MarkerIT {
    @RegisterExtension
    static final RedisNodesExtension REDIS =
            RedisNodesExtension.of(RedisNodes.builder().nodes(1).unknown());

    private static final String MARKER = "redlock-node:marker";
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
    void aNodeGetsAMarkerThatSaysWhatItIsBeforeItVotes() {
        Incarnation shown = granted().evidence().incarnation();

        assertThat(redis.get(MARKER)).contains(shown.marker());
        assertThat(shown.runId()).isEqualTo(info("server", "run_id"));
        assertThat(shown.replicationId()).isEqualTo(info("replication", "master_replid"));
        assertThat(shown.marker()).matches("[0-9a-f]{16}:" + shown.runId() + ":" + shown.replicationId() + ":\\d{13}");
        assertThat(redis.pttl(MARKER)).isEqualTo(-1);
    }

    @Test
    void everyAnswerButThoseToReleasesShowsTheSameMemory() {
        Incarnation shown = granted().evidence().incarnation();

        Command mint = command(Verb.MINT, List.of(Resource.lock("job")), List.of(MINE), List.of(0L));

        assertThat(Stream.of(extend("job", MINE, 0), heal("job", MINE, 0), mint, inspect("job"), acquire("job", THEIRS))
                        .map(this::ask)
                        .map(answer -> answer.evidence().incarnation()))
                .containsOnly(shown);
        assertThat(ask(release("job", MINE)).evidence()).isEqualTo(Evidence.NONE);
        assertThat(ask(extend("job", MINE, 0)).evidence().incarnation()).isEqualTo(shown);
    }

    @Test
    void theNextClientFindsTheMarkerAndLeavesItAlone() {
        String marker = granted().evidence().incarnation().marker();

        try (Conversation next = conversation(RedlockOptions.builder().takeover(Takeover.GUARDED))) {
            assertThat(next.askInFull(acquire("job", THEIRS))
                            .evidence()
                            .incarnation()
                            .marker())
                    .isEqualTo(marker);
        }
    }

    @Test
    void aNodeThatForgotEverythingGetsAnotherMarker() {
        Incarnation old = granted().evidence().incarnation();
        redis.command("FLUSHALL");

        Incarnation without = ask(acquire("job", THEIRS)).evidence().incarnation();

        assertThat(without).isEqualTo(new Incarnation("", old.runId(), old.replicationId()));
        awaitObserved(old);
    }

    @Test
    void anIdleNodeThatForgotEverythingIsNoticedUnasked() {
        Incarnation old = granted().evidence().incarnation();

        redis.command("FLUSHALL");

        awaitObserved(old);
    }

    @Test
    void aMarkerOfAnotherServerIsReplaced() {
        Incarnation old = granted().evidence().incarnation();
        for (String wrong :
                new String[] {old.marker().replace(old.runId(), "x"), "two words", "", "caf\u00e9", ":::"}) {
            redis.command("SET", MARKER, wrong);

            await().atMost(PATIENCE).until(() -> isRight(redis.get(MARKER).orElse("")));
        }
    }

    @Test
    void anotherHistoryInTheSameProcessIsSeenAtOnce() {
        Incarnation old = granted().evidence().incarnation();
        try (RedisNodes other = RedisNodes.start(1)) {
            redis.command(
                    "REPLICAOF",
                    other.get(0).host(),
                    Integer.toString(other.get(0).port()));
            await().atMost(PATIENCE)
                    .until(() -> info("replication", "master_link_status").equals("up"));
            redis.command("REPLICAOF", "NO", "ONE");

            await().atMost(PATIENCE).until(() -> ask(acquire("job", THEIRS)).outcome() == Outcome.GRANTED);
            Incarnation young = ask(extend("job", THEIRS, 0)).evidence().incarnation();

            assertThat(young.runId()).isEqualTo(old.runId());
            assertThat(young.replicationId()).isNotEqualTo(old.replicationId());
            assertThat(young.marker()).isNotEqualTo(old.marker());
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

    private void awaitObserved(Incarnation old) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            Incarnation seen = last().incarnation();
            assertThat(isRight(seen.marker())).isTrue();
            assertThat(seen.marker()).isNotEqualTo(old.marker());
        });
    }

    private Evidence last() {
        return conversation.observed().get(conversation.observed().size() - 1);
    }

    private boolean isRight(String marker) {
        return marker.matches(
                "[0-9a-f]{16}:" + info("server", "run_id") + ":" + info("replication", "master_replid") + ":\\d{13}");
    }

    private String info(String section, String field) {
        return Info.NONE
                .and(redis.ask(jedis -> jedis.info(section)).getBytes(UTF_8))
                .field(field, "");
    }
}
