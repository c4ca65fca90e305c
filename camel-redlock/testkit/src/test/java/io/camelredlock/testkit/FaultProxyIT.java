// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisConnectionException;

class FaultProxyIT {

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int TIMEOUT_MILLIS = 300;

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(
            RedisNodes.builder().backend(RedisBackend.EMBEDDED).nodes(1));

    private RedisNode node;
    private FaultProxy proxy;
    private Jedis client;

    @BeforeEach
    void connect(RedisNodes nodes) {
        node = nodes.get(0);
        proxy = node.newProxy();
        client = newClient();
        client.ping();
    }

    @AfterEach
    void close() {
        proxy.close(); // and with it all connections
    }

    @Test
    void aDelayOf40MillisecondsEachWayMakesARoundTripOf80() {
        proxy.delay(Duration.ofMillis(40));

        assertThat(timeOf(client::ping)).isBetween(Duration.ofMillis(80), Duration.ofMillis(200));
        proxy.delay(Direction.REPLIES, Duration.ZERO);
        assertThat(timeOf(client::ping)).isBetween(Duration.ofMillis(40), Duration.ofMillis(79));
    }

    @Test
    void aDelayIsLatencyNotBandwidth() {
        proxy.delay(Duration.ofMillis(40));
        Pipeline pipeline = client.pipelined();
        for (int i = 0; i < 1_000; i++) {
            pipeline.rpush("list", "entry " + i);
        }

        assertThat(timeOf(pipeline::sync)).isBetween(Duration.ofMillis(80), Duration.ofMillis(300));

        List<String> received = node.ask(jedis -> jedis.lrange("list", 0, -1));
        assertThat(received).hasSize(1_000).startsWith("entry 0", "entry 1").endsWith("entry 999");
    }

    @Test
    void largeValuesPassUnharmed() {
        String value = "0123456789".repeat(500_000);

        client.set("large", value);

        assertThat(client.get("large")).isEqualTo(value);
        assertThat(proxy.requestBytes()).isGreaterThan(value.length());
        assertThat(proxy.replyBytes()).isGreaterThan(value.length());
    }

    @Test
    void aCutLinkIsSilentAndDeliversLateWhenHealed() {
        proxy.cut();

        assertThatThrownBy(() -> client.set("late", "value")).isInstanceOf(JedisConnectionException.class);
        assertThatThrownBy(this::newClient).as("a new connection").hasMessageContaining("timed out");
        assertThat(node.get("late")).isEmpty();

        proxy.heal();

        await().atMost(SOON).until(() -> node.get("late").isPresent());
        assertThat(newClient().ping()).isEqualTo("PONG");
    }

    @Test
    void aHalfOpenLinkCarriesRequestsButNoReplies() {
        proxy.cut(Direction.REPLIES);

        assertThatThrownBy(() -> client.set("key", "value")).isInstanceOf(JedisConnectionException.class);

        await().atMost(SOON).until(() -> node.get("key").isPresent());
    }

    @Test
    void aLostReplyLeavesTheConnectionOpenAndSilent() {
        proxy.dropReplies(1);

        assertThatThrownBy(() -> client.set("key", "value")).hasMessageContaining("timed out");

        assertThat(node.get("key")).contains("value");
        assertThat(newClient().ping()).isEqualTo("PONG");
    }

    @Test
    void aResetBeforeTheReplyHidesThatTheNodeDidAsTold() {
        proxy.resetBeforeReply(1);

        assertThatThrownBy(() -> client.set("key", "value")).isInstanceOf(JedisConnectionException.class);

        assertThat(node.get("key")).contains("value");
        assertThat(newClient().ping()).isEqualTo("PONG");
    }

    @Test
    void aResetBreaksOpenConnectionsOnly() {
        proxy.reset();

        assertThat(proxy.openConnections()).isZero();
        assertThatThrownBy(client::ping).isInstanceOf(JedisConnectionException.class);
        assertThat(newClient().ping()).isEqualTo("PONG");
        assertThat(proxy.connections()).isEqualTo(2);
    }

    @Test
    void refusalConcernsNewConnectionsOnly() {
        proxy.refuse();

        assertThatThrownBy(this::newClient).hasStackTraceContaining("Connection refused");
        assertThat(client.ping()).isEqualTo("PONG");

        proxy.heal();
        assertThat(newClient().ping()).isEqualTo("PONG");
    }

    @Test
    void aHalfCloseEndsOneWayBehindWhatIsOnIt() throws Exception {
        try (Socket socket = new Socket(proxy.host(), proxy.port())) {
            socket.setSoTimeout((int) SOON.toMillis());
            proxy.delay(Direction.REPLIES, Duration.ofMillis(50));
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            await().atMost(SOON).until(() -> proxy.requestBytes() > 0 && proxy.replyBytes() >= 14);
            proxy.halfClose(Direction.REPLIES);

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("+PONG\r\n");
            socket.getOutputStream().write("SET key value\r\n".getBytes(StandardCharsets.US_ASCII));
            await().atMost(SOON).until(() -> node.get("key").isPresent());
        }
    }

    @Test
    void clientsOfADeadNodeAreTurnedAwayAndServedWhenItIsBack() {
        node.kill();
        assertThatThrownBy(client::ping).isInstanceOf(JedisConnectionException.class);
        assertThatThrownBy(() -> newClient().ping()).isInstanceOf(JedisConnectionException.class);

        node.restart();

        assertThat(newClient().ping()).isEqualTo("PONG");
    }

    @Test
    void aClosedProxyGivesItsPortBack() {
        proxy.close();

        assertThatThrownBy(() -> new Socket().connect(new InetSocketAddress(proxy.host(), proxy.port())))
                .isInstanceOf(ConnectException.class);
        assertThatThrownBy(client::ping).hasRootCauseInstanceOf(SocketException.class);
        assertThatThrownBy(proxy::cut).isInstanceOf(IllegalStateException.class).hasStackTraceContaining("closed");
    }

    @Test
    void eachClientCanBeCutOffOnItsOwn(RedisNodes nodes) {
        try (NodeLinks one = nodes.links();
                NodeLinks other = nodes.links()) {
            one.cut();

            assertThatThrownBy(() -> new Jedis(one.to(0).host(), one.to(0).port(), TIMEOUT_MILLIS))
                    .hasMessageContaining("timed out");
            assertThat(new Jedis(other.to(0).host(), other.to(0).port(), TIMEOUT_MILLIS).ping())
                    .isEqualTo("PONG");
        }
    }

    @Test
    void aProxiedNodeIsCutOffFromAllClientsButNotFromTheTest() {
        try (RedisNodes nodes = RedisNodes.builder().nodes(1).proxied().start()) {
            RedisNode proxied = nodes.get(0);
            Jedis jedis = new Jedis(proxied.host(), proxied.port(), TIMEOUT_MILLIS);
            proxied.cutOff();

            assertThatThrownBy(jedis::ping).isInstanceOf(JedisConnectionException.class);
            assertThat(proxied.isAnswering()).isTrue();

            proxied.reconnect();
            assertThat(new Jedis(proxied.host(), proxied.port(), TIMEOUT_MILLIS).ping())
                    .isEqualTo("PONG");
        }
    }

    private Jedis newClient() {
        return new Jedis(proxy.host(), proxy.port(), TIMEOUT_MILLIS);
    }

    private static Duration timeOf(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
