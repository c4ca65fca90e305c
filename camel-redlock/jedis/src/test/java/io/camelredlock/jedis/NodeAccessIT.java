// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Token;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may speak to a server, and as what. */
class NodeAccessIT {

    private static final Token MINE = token(1);
    private static final String SECRET = "open-sesame";
    private static final String WRONG_SECRET = "knock-knock";

    @Test
    void thePasswordOpensBothConnections() {
        try (RedisNodes nodes = RedisNodes.builder().nodes(1).password(SECRET).start();
                Conversation conversation = Conversation.with(options(nodes).password(SECRET).build())) {
            assertThat(acquire(conversation).outcome()).isEqualTo(Outcome.GRANTED);

            conversation.node().watch(Resource.lock("job"));

            conversation.awaitEvent("watching job", 1);
        }
    }

    @Test
    void aWrongPasswordIsAReasonWithoutASecret() { // L59, L109
        try (RedisNodes nodes = RedisNodes.builder().nodes(1).password(SECRET).start();
                Conversation wrong = Conversation.with(options(nodes).password(WRONG_SECRET).build());
                Conversation none = Conversation.with(options(nodes).build())) {
            assertThat(acquire(wrong).reason())
                    .contains("authentication failed")
                    .contains("username and password")
                    .doesNotContain(SECRET, WRONG_SECRET);
            assertThat(acquire(none).reason()).contains("authentication required").contains("password");
            wrong.awaitCondition("authentication failed");
        }
    }

    @Test
    void aPasswordWhereNoneIsExpectedIsAReason() {
        try (RedisNodes nodes = RedisNodes.start(1);
                Conversation conversation = Conversation.with(options(nodes).password(SECRET).build())) {
            assertThat(acquire(conversation).reason()).contains("authentication failed").doesNotContain(SECRET);
        }
    }

    @Test
    void manyRefusedAttemptsLeaveNoConnectionBehind() { // L56
        try (RedisNodes nodes = RedisNodes.builder().nodes(1).password(SECRET).start()) {
            RedisNode redis = nodes.get(0);
            long before = connections(redis);
            try (Conversation wrong = Conversation.with(options(nodes).password(WRONG_SECRET).build())) {
                wrong.awaitCondition("authentication failed");
                await().atMost(PATIENCE).until(() -> total(redis) >= 10);
            }

            await().atMost(PATIENCE).until(() -> connections(redis) <= before);
        }
    }

    @Test
    void credentialsThatChangeAreNoticedWithTheNextConnectionAndRecoverByThemselves() { // L109
        try (RedisNodes nodes = RedisNodes.builder().nodes(1).password(SECRET).start();
                Conversation conversation = Conversation.with(options(nodes).password(SECRET).build())) {
            RedisNode redis = nodes.get(0);
            acquire(conversation);
            conversation.ask(release("job", MINE));
            try (var control = redis.jedis()) {
                control.configSet("requirepass", "changed");
                control.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "normal", "SKIPME", "yes");

                conversation.awaitCondition("authentication failed");
                control.configSet("requirepass", SECRET);
            }
            conversation.awaitOk();
            assertThat(acquire(conversation).outcome()).isEqualTo(Outcome.GRANTED);
        }
    }

    @Test
    void aUserWithTheDocumentedPermissionsIsEnough() { // L96
        try (RedisNodes nodes = RedisNodes.start(1)) {
            user(nodes, "~redlock* ~{redlock* &redlock* " + ErrorReply.PERMISSIONS);
            try (Conversation conversation = asUser(nodes)) {
                conversation.node().watch(Resource.lock("job"));
                conversation.awaitEvent("watching job", 1);

                assertThat(acquire(conversation).outcome()).isEqualTo(Outcome.GRANTED);
                assertThat(conversation.ask(Conversation.extend("job", MINE, 0)).outcome()).isEqualTo(Outcome.OK);
                assertThat(conversation.ask(Conversation.inspect("job")).outcome()).isEqualTo(Outcome.HELD);
                assertThat(conversation.ask(release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
                conversation.awaitEvent("released job", 1);
                assertThat(conversation.node().condition()).isEqualTo("ok");
            }
        }
    }

    @Test
    void aUserWhoMayNotAskWhatTheNodeIsVotesAllTheSame() { // L96
        try (RedisNodes nodes = RedisNodes.start(1)) {
            user(nodes, "~* &* +@all -info -client -script");
            try (Conversation conversation = asUser(nodes)) {
                assertThat(acquire(conversation).outcome()).isEqualTo(Outcome.GRANTED);
                assertThat(conversation.ask(release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
            }
        }
    }

    @Test
    void aMissingPermissionIsNamed() {
        try (RedisNodes nodes = RedisNodes.start(1)) {
            user(nodes, "~* &* +@all -@scripting");
            try (Conversation conversation = asUser(nodes)) {
                Answer answer = acquire(conversation);

                assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
                assertThat(answer.reason()).contains("no permission").contains("evalsha");
            }
        }
    }

    @Test
    void aForeignKeySpaceIsNamed() {
        try (RedisNodes nodes = RedisNodes.start(1)) {
            user(nodes, "~other:* &* +@all");
            try (Conversation conversation = asUser(nodes)) {
                assertThat(acquire(conversation).reason()).contains("no permission").contains("keyPrefix");
            }
        }
    }

    @Test
    void whoMayNotPublishMayStillRelease() {
        try (RedisNodes nodes = RedisNodes.start(1)) {
            user(nodes, "~* +@all resetchannels");
            try (Conversation conversation = asUser(nodes)) {
                acquire(conversation);

                assertThat(conversation.ask(release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
            }
        }
    }

    @Test
    void aMemberOfARedisClusterDoesNotVote() { // L77, L112
        try (RedisNodes nodes = RedisNodes.builder().nodes(1).arguments("--cluster-enabled", "yes").start();
                Conversation conversation = Conversation.with(nodes.addresses())) {
            for (String name : List.of("job", "a{b}c", "{x}")) {
                Answer answer = conversation.ask(Conversation.acquire(name, MINE));

                assertThat(answer.outcome()).isEqualTo(Outcome.INELIGIBLE);
                assertThat(answer.reason()).contains("cluster mode is not supported");
            }
        }
    }

    @Test
    void oneServerWithTwoNamesVotesOnceByTheFirst() {
        try (RedisNodes nodes = RedisNodes.start(2)) {
            RedisNode twin = nodes.get(0);
            String alias = "localhost:" + twin.port();
            try (Conversation conversation =
                    Conversation.with(twin.address(), nodes.get(1).address(), alias)) {
                await().atMost(PATIENCE)
                        .until(() -> conversation.node(2).condition().contains("same server as node " + twin.address()));

                assertThat(conversation.ask(2, Conversation.acquire("job", MINE)).outcome())
                        .isEqualTo(Outcome.INELIGIBLE);
                assertThat(conversation.ask(0, Conversation.acquire("job", MINE)).outcome())
                        .isEqualTo(Outcome.GRANTED);
                assertThat(conversation.ask(2, release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
            }
        }
    }

    @Test
    void databaseAndClientNameAreUsed() {
        try (RedisNodes nodes = RedisNodes.start(1);
                Conversation conversation =
                        Conversation.with(options(nodes).database(3).clientName("camel-1").build())) {
            acquire(conversation);

            assertThat(nodes.get(0).keys()).isEmpty();
            assertThat(nodes.get(0).command("CLIENT", "LIST").toString()).contains("name=camel-1").contains("db=3");
        }
    }

    @Test
    void aDatabaseThatDoesNotExistIsAReason() {
        try (RedisNodes nodes = RedisNodes.start(1);
                Conversation conversation =
                        Conversation.with(options(nodes).database(99).build())) {
            assertThat(acquire(conversation).reason()).contains("DB index is out of range");
        }
    }

    private static JedisOptionsBuilder options(RedisNodes nodes) {
        return JedisOptions.builder().nodes(nodes.addresses());
    }

    private static void user(RedisNodes nodes, String rules) {
        String[] words = ("SETUSER worker on >" + SECRET + " " + rules).split(" ");
        nodes.get(0).command("ACL", words);
    }

    private static Conversation asUser(RedisNodes nodes) {
        return Conversation.with(
                options(nodes).username("worker").password(SECRET).clientName("worker").build(),
                RedlockOptions.defaults());
    }

    private static Answer acquire(Conversation conversation) {
        return conversation.ask(Conversation.acquire("job", MINE));
    }

    private static long connections(RedisNode redis) {
        return redis.command("CLIENT", "LIST").toString().lines().count();
    }

    private static long total(RedisNode redis) {
        return redis.ask(jedis -> jedis.info("stats"))
                .lines()
                .filter(line -> line.startsWith("total_connections_received:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                .sum();
    }
}
