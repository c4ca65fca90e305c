// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.inspect;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Evidence;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Token;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a user with few permissions can do, and what is said when one is missing (L96). */
class PermissionsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final String PASSWORD = "open-sesame";
    private static final Token MINE = token(1);

    private final List<Conversation> conversations = new ArrayList<>();
    private RedisNode redis;

    @BeforeEach
    void find(RedisNodes nodes) {
        redis = nodes.get(0);
    }

    @AfterEach
    void disconnect() {
        conversations.forEach(Conversation::close);
        redis.command("ACL", "DELUSER", "worker");
    }

    @Test
    void l96_theDocumentedPermissionsAreEnough() {
        Conversation conversation = asUser("resetchannels ~redlock* ~{redlock* &redlock* " + ErrorReply.PERMISSIONS);
        conversation.node().watch(Resource.lock("job"));
        conversation.awaitEvent("watching job", 1);

        assertThat(conversation.ask(acquire("job", MINE)).outcome()).isEqualTo(Outcome.GRANTED);
        assertThat(conversation.ask(extend("job", MINE, 0)).outcome()).isEqualTo(Outcome.OK);
        assertThat(conversation.ask(inspect("job")).outcome()).isEqualTo(Outcome.HELD);
        assertThat(conversation.ask(release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
        conversation.awaitEvent("released job", 1);
        conversation.awaitOk();
    }

    @Test
    void l96_aUserWhoMayNotAskWhatTheNodeIsVotesAllTheSame() {
        Conversation conversation = asUser("~* &* +@all -info -client -script");

        assertThat(conversation.ask(acquire("job", MINE)).outcome()).isEqualTo(Outcome.GRANTED);
        assertThat(conversation.ask(release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void l96_aMissingPermissionIsNamed() {
        Answer answer = asUser("~* &* +@all -@scripting").ask(acquire("job", MINE));

        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.reason()).contains("no permission").contains("evalsha");
    }

    @Test
    void aForeignKeySpaceIsNamed() {
        Answer answer = asUser("~other:* &* +@all").ask(acquire("job", MINE));

        assertThat(answer.reason()).contains("no permission").contains("keyPrefix");
    }

    @Test
    void whoMayNotPublishMayStillRelease() {
        Conversation conversation = asUser("~* +@all resetchannels");
        conversation.ask(acquire("job", MINE));

        assertThat(conversation.ask(release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void theDocumentedPermissionsAreEnoughToShowTheNodesMemory() {
        Conversation conversation = asUser(
                "resetchannels ~redlock* ~{redlock* &redlock* " + ErrorReply.PERMISSIONS,
                RedlockOptions.builder().takeover(Takeover.GUARDED).build());
        conversation.awaitOk();

        Evidence shown = conversation.askInFull(acquire("job", MINE)).evidence();

        assertThat(shown.neverClean()).isEmpty();
        assertThat(shown.incarnation().marker()).contains(shown.incarnation().runId());
        Engines.await().until(() -> redis.keys("redlock-node:clients").size() == 1);
    }

    private Conversation asUser(String rules) {
        return asUser(rules, RedlockOptions.defaults());
    }

    private Conversation asUser(String rules, RedlockOptions engine) {
        redis.command("ACL", ("SETUSER worker reset on >" + PASSWORD + " " + rules).split(" "));
        Conversation conversation = Conversation.with(
                Engines.options()
                        .nodes(redis.address())
                        .username("worker")
                        .password(PASSWORD)
                        .clientName("worker")
                        .build(),
                engine);
        conversations.add(conversation);
        return conversation;
    }
}
