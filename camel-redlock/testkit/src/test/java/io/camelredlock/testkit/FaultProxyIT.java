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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisConnectionException;

class FaultProxyIT {

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int PATIENT_MILLIS = 5_000;
    private static final int IMPATIENT_MILLIS = 300;

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
    }

    @AfterEach
    void close() {
        proxy.close(); // and with it all connections
    }

    @Test
    void aDelayOf40MillisecondsEachWayMakesARoundTripOf80() {
        proxy.delay(Duration.ofMillis(40));

        assertThat(fastestOfFive(client::ping)).isBetween(Duration.ofMillis(80), Duration.ofMillis(300));

        proxy.delay(Direction.REPLIES, Duration.ZERO);
        assertThat(fastestOfFive(client::ping)).isBetween(Duration.ofMillis(40), Duration.ofMillis(79));
    }

    @Test
    void aDelayIsLatencyNotBandwidth() {
        proxy.delay(Duration.ofMillis(40));
        Pipeline pipeline = client.pipelined();
        for (int i = 0; i < 1_000; i++) {
            pipeline.rpush("list", "entry " + i);
        }

        assertThat(timeOf(pipeline::sync))
                .isBetween(Duration.ofMillis(80), Duration.ofSeconds(4)); // one by one it would be 80 s

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
        client.getConnection().setSoTimeout(IMPATIENT_MILLIS);
        proxy.cut();

        assertThatThrownBy(() -> client.set("late", "value")).isInstanceOf(JedisConnectionException.class);
        assertThatThrownBy(this::connectInVain).as("a new connection").hasMessageContaining("timed out");
        assertThat(node.get("late")).isEmpty();

        proxy.heal();

        await().atMost(SOON).until(() -> node.get("late").isPresent());
        newClient();
    }

    @Test
    void aHalfOpenLinkCarriesRequestsButNoReplies() {
        client.getConnection().setSoTimeout(IMPATIENT_MILLIS);
        proxy.cut(Direction.REPLIES);

        assertThatThrownBy(() -> client.set("key", "value")).isInstanceOf(JedisConnectionException.class);

        await().atMost(SOON).until(() -> node.get("key").isPresent());
    }

    @Test
    void aLostReplyLeavesTheConnectionOpenAndSilent() {
        client.getConnection().setSoTimeout(IMPATIENT_MILLIS);
        proxy.dropReplies(1);

        assertThatThrownBy(() -> client.set("key", "value")).hasMessageContaining("timed out");

        assertThat(node.get("key")).contains("value");
        newClient();
    }

    @Test
    void aResetBeforeTheReplyHidesThatTheNodeDidAsTold() {
        proxy.resetBeforeReply(1);

        assertThatThrownBy(() -> client.set("key", "value")).isInstanceOf(JedisConnectionException.class);

        assertThat(node.get("key")).contains("value");
        newClient();
    }

    @Test
    void aResetBreaksOpenConnectionsOnly() {
        proxy.reset();

        assertThat(proxy.openConnections()).isZero();
        assertThatThrownBy(client::ping).isInstanceOf(JedisConnectionException.class);
        newClient();
        assertThat(proxy.connections()).isEqualTo(2);
    }

    @Test
    void refusalConcernsNewConnectionsOnly() {
        proxy.refuse();

        assertThatThrownBy(this::connectInVain).hasStackTraceContaining("Connection refused");
        assertThat(client.ping()).isEqualTo("PONG");

        proxy.heal();
        newClient();
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
        assertThatThrownBy(this::connectInVain).isInstanceOf(JedisConnectionException.class);

        node.restart();

        newClient();
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

            assertThatThrownBy(() -> new Jedis(one.to(0).host(), one.to(0).port(), IMPATIENT_MILLIS))
                    .hasMessageContaining("timed out");
            assertThat(new Jedis(other.to(0).host(), other.to(0).port(), PATIENT_MILLIS).ping())
                    .isEqualTo("PONG");
        }
    }

    @Test
    void aProxiedNodeIsCutOffFromAllClientsButNotFromTheTest() {
        try (RedisNodes nodes = RedisNodes.builder().nodes(1).proxied().start()) {
            RedisNode proxied = nodes.get(0);
            Jedis jedis = new Jedis(proxied.host(), proxied.port(), PATIENT_MILLIS);
            jedis.getConnection().setSoTimeout(IMPATIENT_MILLIS);
            proxied.cutOff();

            assertThatThrownBy(jedis::ping).isInstanceOf(JedisConnectionException.class);
            assertThat(proxied.isAnswering()).isTrue();

            proxied.reconnect();
            assertThat(new Jedis(proxied.host(), proxied.port(), PATIENT_MILLIS).ping())
                    .isEqualTo("PONG");
        }
    }

    private Jedis newClient() {
        Jedis jedis = new Jedis(proxy.host(), proxy.port(), PATIENT_MILLIS);
        assertThat(jedis.ping()).isEqualTo("PONG");
        return jedis;
    }

    private void connectInVain() {
        new Jedis(proxy.host(), proxy.port(), IMPATIENT_MILLIS).ping();
    }

    private static Duration fastestOfFive(Runnable work) {
        return Stream.generate(() -> timeOf(work))
                .limit(5)
                .min(Duration::compareTo)
                .orElseThrow();
    }

    private static Duration timeOf(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
