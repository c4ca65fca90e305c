// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.Token;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** What a server may be up to: each is no vote but a reason in words, and is over when the server is well again (L05, L33). */
class NodeStatesIT {

    private static final Token MINE = token(1);

    private RedisNodes nodes = RedisNodes.start(1);
    private Conversation conversation = Conversation.with(nodes.get(0).address());

    @AfterEach
    void end() {
        conversation.close();
        nodes.close();
    }

    @Test
    void aReplicaDoesNotVote() {
        grantsOnce();
        try (RedisNodes master = RedisNodes.start(1)) {
            redis().command(
                            "REPLICAOF",
                            master.get(0).host(),
                            Integer.toString(master.get(0).port()));

            await().atMost(PATIENCE).until(() -> acquire().outcome() == Outcome.INELIGIBLE);
            assertThat(acquire().reason()).contains("replica");
            assertThat(conversation.node().condition()).contains("replica");
            redis().command("REPLICAOF", "NO", "ONE");
        }
        isWellAgain();
    }

    @Test
    void anIdleNodeThatBecomesAReplicaIsNoticedUnasked() {
        conversation.awaitOk();
        try (RedisNodes master = RedisNodes.start(1)) {
            redis().command(
                            "REPLICAOF",
                            master.get(0).host(),
                            Integer.toString(master.get(0).port()));

            conversation.awaitCondition("replica");
        }
    }

    @Test
    void aNodeOutOfMemorySaysSo() {
        grantsOnce();
        redis().command("CONFIG", "SET", "maxmemory", "1");

        failsWith("out of memory");

        redis().command("CONFIG", "SET", "maxmemory", "0");
        isWellAgain();
    }

    @Test
    void aReleaseIsPossibleWithoutMemory() {
        conversation.ask(Conversation.acquire("job", MINE));
        redis().command("CONFIG", "SET", "maxmemory", "1");

        assertThat(conversation.ask(release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void aNodeThatCannotSaveSaysSo() throws IOException {
        restartWith("--save", "1 1");
        Path dump = Path.of(redis().ask(jedis -> jedis.configGet("dir")).get("dir"), "dump.rdb");
        Files.createDirectories(dump.resolve("in-the-way"));
        redis().command("SET", "a", "change");
        await().atMost(PATIENCE)
                .until(() -> redis().ask(jedis -> jedis.info("persistence")).contains("rdb_last_bgsave_status:err"));

        failsWith("cannot save");
    }

    @Test
    void aNodeWithoutItsReplicasSaysSo() {
        grantsOnce();
        redis().command("CONFIG", "SET", "min-replicas-to-write", "1");

        failsWith("lack of replicas");

        redis().command("CONFIG", "SET", "min-replicas-to-write", "0");
        isWellAgain();
    }

    @Test
    void l95_aLoadingNodeIsPatientlyLeftOut() {
        restartWith("--key-load-delay", "1000", "--loading-process-events-interval-bytes", "1024");
        redis().command("CONFIG", "SET", "key-load-delay", "0");
        redis().command("DEBUG", "POPULATE", "5000");
        redis().command("SAVE");
        redis().kill();
        new Thread(redis()::restart).start(); // returns when it is loaded

        conversation.awaitCondition("loading");
        assertThat(acquire().outcome()).isEqualTo(Outcome.INELIGIBLE);
        isWellAgain();
    }

    @Test
    void l110_aBusyNodeIsAMissingVoteOnly() {
        grantsOnce();
        redis().command("CONFIG", "SET", "busy-reply-threshold", "10");
        try (Jedis other = redis().jedis();
                Jedis control = redis().jedis()) {
            control.ping();
            Thread busy = new Thread(() -> runForEver(other));
            busy.start();

            conversation.awaitCondition("busy");
            assertThat(acquire().outcome()).isIn(Outcome.FAILED, Outcome.INELIGIBLE);
            control.scriptKill();
        }
        isWellAgain();
    }

    @Test
    void l108_aNodeAtItsLimitOfClientsSaysSoAndIsNotStormed() {
        grantsOnce();
        try (Jedis control = redis().jedis()) {
            control.configSet("maxclients", "1");
            long before = rejected(control);
            control.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "normal", "SKIPME", "yes");

            conversation.awaitCondition("limit is reached");
            assertThat(acquire().reason()).startsWith("not connected: it refuses connections");
            await().atMost(PATIENCE).until(() -> rejected(control) - before >= 5);
            long start = System.nanoTime();
            long after = rejected(control);
            await().atMost(PATIENCE).until(() -> rejected(control) - after >= 5);
            assertThat((System.nanoTime() - start) / 1e9).as("five attempts").isGreaterThan(0.5);
            control.configSet("maxclients", "100");
        }
        isWellAgain();
    }

    @Test
    void aDeadNodeFailsAtOnceAndIsBackByItself() {
        grantsOnce();
        redis().kill();
        conversation.awaitCondition("not connected: Connection refused");

        assertThat(acquire().outcome()).isEqualTo(Outcome.FAILED);

        redis().restartEmpty();
        isWellAgain();
        conversation.awaitEvent("available", 2);
    }

    @Test
    void l35_anIdleConnectionThatWasClosedIsReplacedBeforeItIsNeeded() {
        conversation.awaitEvent("available", 1);

        redis().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

        conversation.awaitEvent("available", 2);
        assertThat(acquire().outcome()).isEqualTo(Outcome.GRANTED);
    }

    @Test
    void whatIsAskedBeforeTheFirstConnectionIsServedAsSoonAsItStands() {
        try (Conversation cold = Conversation.with(redis().address())) {
            assertThat(cold.ask(Conversation.acquire("cold", MINE)).outcome()).isEqualTo(Outcome.GRANTED);
        }
    }

    private RedisNode redis() {
        return nodes.get(0);
    }

    private void restartWith(String... arguments) {
        end();
        nodes = RedisNodes.builder().nodes(1).arguments(arguments).start();
        conversation = Conversation.with(redis().address());
        grantsOnce();
    }

    private Answer acquire() {
        return conversation.ask(Conversation.acquire("job", MINE));
    }

    private void grantsOnce() {
        assertThat(acquire().outcome()).isEqualTo(Outcome.GRANTED);
        conversation.ask(release("job", MINE));
    }

    private void failsWith(String words) {
        Answer answer = acquire();
        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.reason()).contains(words);
        conversation.awaitCondition(words);
    }

    private void isWellAgain() {
        await().atMost(PATIENCE).until(() -> acquire().outcome() == Outcome.GRANTED);
        conversation.awaitOk();
    }

    private static long rejected(Jedis control) {
        return control.info("stats")
                .lines()
                .filter(line -> line.startsWith("rejected_connections:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                .sum();
    }

    private static void runForEver(Jedis jedis) {
        try {
            jedis.eval("while true do end");
        } catch (RuntimeException killed) {
            // as it shall be
        }
    }
}
