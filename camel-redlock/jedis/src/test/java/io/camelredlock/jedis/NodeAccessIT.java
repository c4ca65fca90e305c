// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Outcome;
import io.camelredlock.core.Resource;
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
import redis.clients.jedis.Jedis;

/** Signing in, with and without success (L33, L56, L59, L109). */
class NodeAccessIT {

    private static final String SECRET = "open-sesame";
    private static final String WRONG_SECRET = "knock-knock";

    @RegisterExtension
    static final RedisNodesExtension REDIS =
            RedisNodesExtension.of(RedisNodes.builder().nodes(1).password(SECRET));

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
    }

    @Test
    void thePasswordOpensBothConnections() {
        Conversation conversation = converse(options().password(SECRET));
        assertThat(conversation.ask(acquire("job", MINE)).outcome()).isEqualTo(Outcome.GRANTED);

        conversation.node().watch(Resource.lock("job"));

        conversation.awaitEvent("watching job", 1);
    }

    @Test
    void aWrongPasswordIsAReasonWithoutASecret() {
        Conversation wrong = converse(options().password(WRONG_SECRET));

        assertThat(wrong.ask(acquire("job", MINE)).reason())
                .contains("authentication failed")
                .contains("username and password")
                .doesNotContain(SECRET, WRONG_SECRET);
        wrong.awaitCondition("authentication failed");
    }

    @Test
    void noPasswordWhereOneIsNeededIsAReason() {
        assertThat(converse(options()).ask(acquire("job", MINE)).reason())
                .contains("authentication required")
                .contains("password");
    }

    @Test
    void manyRefusedAttemptsLeaveNoConnectionBehind() {
        long before = connections();
        long received = info("total_connections_received");
        Conversation wrong = converse(options().password(WRONG_SECRET));
        wrong.awaitCondition("authentication failed");
        await().atMost(PATIENCE).until(() -> info("total_connections_received") >= received + 10);

        wrong.close();

        await().atMost(PATIENCE).until(() -> connections() <= before);
    }

    @Test
    void credentialsThatChangeAreNoticedWithTheNextConnectionAndRecoverByThemselves() {
        Conversation conversation = converse(options().password(SECRET));
        conversation.ask(acquire("job", MINE));
        conversation.ask(release("job", MINE));
        try (Jedis control = redis.jedis()) {
            control.configSet("requirepass", "changed");
            control.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "normal", "SKIPME", "yes");

            conversation.awaitCondition("authentication failed");
            control.configSet("requirepass", SECRET);
        }

        conversation.awaitOk();
        assertThat(conversation.ask(acquire("job", MINE)).outcome()).isEqualTo(Outcome.GRANTED);
    }

    @Test
    void databaseAndClientNameAreUsed() {
        Conversation conversation =
                converse(options().password(SECRET).database(3).clientName("camel-1"));

        conversation.ask(acquire("job", MINE));

        assertThat(redis.keys("*redlock:*")).isEmpty();
        assertThat(redis.command("CLIENT", "LIST").toString())
                .contains("name=camel-1")
                .contains("db=3");
    }

    @Test
    void aDatabaseThatDoesNotExistIsAReason() {
        Conversation conversation = converse(options().password(SECRET).database(99));

        assertThat(conversation.ask(acquire("job", MINE)).reason()).contains("DB index is out of range");
    }

    private JedisOptionsBuilder options() {
        return Engines.options().nodes(redis.address());
    }

    private Conversation converse(JedisOptionsBuilder options) {
        Conversation conversation = Conversation.with(options.build());
        conversations.add(conversation);
        return conversation;
    }

    private long connections() {
        return redis.command("CLIENT", "LIST").toString().lines().count();
    }

    private long info(String field) {
        return redis.ask(jedis -> jedis.info("stats"))
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                .sum();
    }
}
