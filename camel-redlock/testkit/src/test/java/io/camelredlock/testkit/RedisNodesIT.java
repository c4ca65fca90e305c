// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

class RedisNodesIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(RedisNodes.builder()
            .backend(RedisBackend.EMBEDDED)
            .nodes(3)
            .knownEmpty(jedis -> jedis.set("mark", "empty")));

    @Test
    void fiveNodesStartInAMoment() {
        RedisNodes.start(1).close(); // the program is at its place now

        long start = System.nanoTime();
        try (RedisNodes nodes = RedisNodes.start(5)) {
            Duration took = Duration.ofNanos(System.nanoTime() - start);

            assertThat(nodes).hasSize(5).allMatch(RedisNode::isAnswering);
            assertThat(nodes.addresses().split(",")).hasSize(5).doesNotHaveDuplicates();
            assertThat(took).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void nodesAreIndependentMasters(RedisNodes nodes) {
        nodes.get(0).ask(jedis -> jedis.set("key", "value"));

        assertThat(nodes.get(0).get("key")).contains("value");
        assertThat(nodes.get(1).get("key")).isEmpty();
        assertThat(nodes)
                .allMatch(node -> node.ask(jedis -> jedis.info("replication")).contains("role:master"));
    }

    @Test
    void aFrozenNodeAcceptsButDoesNotAnswerAndCatchesUpWhenThawed(RedisNodes nodes) {
        RedisNode node = nodes.get(1);
        try (Jedis client = new Jedis(node.host(), node.port())) {
            client.ping();
            client.getConnection().setSoTimeout(300);
            node.freeze();

            assertThatThrownBy(() -> client.set("late", "value")).isInstanceOf(JedisConnectionException.class);
        }
        assertThat(node.isRunning()).isTrue();

        node.thaw();

        assertThat(node.get("late")).as("what a client asked before it hung up").contains("value");
    }

    @Test
    void aKilledNodeComesBackEmptyAndUnmarkedOnItsPort(RedisNodes nodes) {
        RedisNode node = nodes.get(2);
        int port = node.port();
        long pid = node.pid();
        node.ask(jedis -> jedis.set("key", "value"));

        node.kill();
        assertThat(node.isRunning()).isFalse();
        assertThatThrownBy(() -> node.ask(Jedis::ping)).isInstanceOf(JedisConnectionException.class);
        node.restartEmpty();

        assertThat(node.port()).isEqualTo(port);
        assertThat(node.pid()).isNotEqualTo(pid);
        assertThat(node.keys()).isEmpty();
    }

    @Test
    void aFrozenNodeCanBeKilled(RedisNodes nodes) {
        nodes.get(0).freeze();

        nodes.get(0).kill();

        assertThat(nodes.get(0).isRunning()).isFalse();
    }

    @Test
    void onlyADeadNodeIsRestarted(RedisNodes nodes) {
        assertThatIllegalStateException()
                .isThrownBy(() -> nodes.get(0).restart())
                .withMessageContaining(nodes.get(0).address())
                .withMessageContaining("kill it");
    }

    @Test
    void recoveryUndoesWhatATestDid(RedisNodes nodes) {
        nodes.get(0).ask(jedis -> jedis.set("key", "value"));
        nodes.get(1).freeze();
        nodes.get(2).kill();

        nodes.recover();

        assertThat(nodes).allMatch(node -> node.keys().equals(Set.of("mark")));
    }

    @Test
    void aNodeIsMarkedBeforeATestSeesIt(RedisNodes nodes) {
        assertThat(nodes).allMatch(node -> node.get("mark").equals(Optional.of("empty")));

        nodes.get(0).flush();
        nodes.get(0).markKnownEmpty();

        assertThat(nodes.get(0).get("mark")).contains("empty");
    }

    @Test
    void aDurableNodeRemembersOverARestart() {
        RedisNodes.Builder durable =
                RedisNodes.builder().nodes(1).arguments("--appendonly", "yes", "--appendfsync", "always");
        try (RedisNodes nodes = durable.start()) {
            RedisNode node = nodes.get(0);
            node.ask(jedis -> jedis.psetex("lock", 60_000, "token"));

            node.kill();
            node.restart();

            assertThat(node.get("lock")).contains("token");
            assertThat(node.pttl("lock")).isBetween(1L, 60_000L);

            node.kill();
            node.restartEmpty();

            assertThat(node.pttl("lock")).isEqualTo(-2);
        }
    }

    @Test
    void aPasswordIsRequiredOfClientsAndKnownToTheControlClient() {
        RedisNodes.Builder guarded = RedisNodes.builder().nodes(1).password("s3cret");
        try (RedisNodes nodes = guarded.start();
                Jedis stranger = new Jedis(nodes.get(0).host(), nodes.get(0).port())) {
            assertThat(nodes.get(0).isAnswering()).isTrue();
            assertThatExceptionOfType(JedisDataException.class)
                    .isThrownBy(stranger::ping)
                    .withMessageContaining("NOAUTH");
        }
    }

    @Test
    void aFailedStartTellsTheServersOwnReason() {
        RedisNodes.Builder wrong = RedisNodes.builder().nodes(2).arguments("--no-such-option", "1");

        assertThatIllegalStateException().isThrownBy(wrong::start).withMessageContaining("no-such-option");
    }

    @Test
    void aNodeWaitsForItsPortToBeGivenBack(RedisNodes nodes) throws IOException {
        RedisNode node = nodes.get(0);
        node.kill();
        try (ServerSocket squatter = new ServerSocket()) {
            squatter.bind(new InetSocketAddress(node.host(), node.port()));

            assertThatIllegalStateException()
                    .isThrownBy(node::restart)
                    .withMessageContaining("Failed listening on port " + node.port());
        }

        node.restart();

        assertThat(node.isAnswering()).isTrue();
    }

    @Test
    void callsAreCountedByTheNodeItself(RedisNodes nodes) {
        long before = nodes.get(0).calls("set");

        nodes.get(0).command("SET", "key", "value");

        assertThat(nodes.get(0).calls("set")).isEqualTo(before + 1);
        assertThat(nodes.get(0).command("GET", "key")).isEqualTo("value");
    }
}
