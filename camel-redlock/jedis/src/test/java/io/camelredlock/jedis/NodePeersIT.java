// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.camelredlock.core.Answer;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.Resource;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What may be at an address: every mistake is told in words, and none is a hang or a grant (L83, L111, L119). */
class NodePeersIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final Duration BRIEF = Duration.ofMillis(300);

    @TempDir
    static Path folder;

    private RedisNode redis;

    @BeforeEach
    void find(RedisNodes nodes) {
        redis = nodes.get(0);
    }

    @Test
    void l111_aHttpServerIsNoNode() throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.start();
        try (Conversation conversation = brief("localhost:" + http.getAddress().getPort())) {
            Answer answer = conversation.ask(acquire("job", token(1)));

            assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(answer.reason()).containsAnyOf("something other than Redis", "closed the connection");
        } finally {
            http.stop(0);
        }
    }

    @Test
    void l119_aPortThatStaysSilentCostsAConnectTimeOut() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Conversation plain = brief("localhost:" + silent.getLocalPort());
                Conversation secure = brief("rediss://localhost:" + silent.getLocalPort())) {
            assertThat(plain.ask(acquire("job", token(1))).reason()).isEqualTo("not connected: no answer in time");
            assertThat(secure.ask(acquire("job", token(1))).reason())
                    .startsWith("not connected: TLS failed: no answer to its handshake in time");
        }
    }

    @Test
    void l119_redisWithoutTlsIsNoTlsNode() {
        try (Conversation conversation = brief("rediss://" + redis.address())) {
            assertThat(conversation.ask(acquire("job", token(1))).reason()).contains("TLS failed");
        }
    }

    @Test
    void l59_aPasswordWhereNoneIsKnownIsRefusedAndNotRepeated() {
        JedisOptions options =
                Engines.options().nodes(redis.address()).password("open-sesame").build();
        try (Conversation conversation = Conversation.with(options)) {
            assertThat(conversation.ask(acquire("job", token(1))).reason())
                    .contains("authentication failed")
                    .doesNotContain("open-sesame");
        }
    }

    @Test
    void aNameThatCannotBeResolvedIsNoErrorAtStart() {
        try (Conversation conversation = brief("no-such-host.invalid:6379")) {
            assertThat(conversation.ask(acquire("job", token(1))).reason())
                    .isEqualTo("not connected: the name cannot be resolved");
        }
    }

    @Test
    void tlsWithATrustedCertificateOfTheHostWorksOnBothConnections() throws Exception {
        try (TlsFront front = TlsFront.of(redis.host(), redis.port(), "localhost", folder);
                Conversation conversation = Conversation.with(tls(front).build())) {
            assertThat(conversation.ask(acquire("job", token(1))).outcome()).isEqualTo(Outcome.GRANTED);
            conversation.node().watch(Resource.lock("job"));
            conversation.awaitEvent("watching job", 1);
        }
    }

    @Test
    void aCertificateOfAnotherHostIsRefusedUnlessAVerifierAcceptsIt() throws Exception {
        try (TlsFront front = TlsFront.of(redis.host(), redis.port(), "elsewhere.example", folder);
                Conversation careful = Conversation.with(tls(front).build());
                Conversation generous = Conversation.with(
                        tls(front).hostnameVerifier((host, session) -> true).build());
                Conversation strict = Conversation.with(
                        tls(front).hostnameVerifier((host, session) -> false).build())) {
            assertThat(careful.ask(acquire("job", token(1))).reason()).contains("TLS failed");
            assertThat(generous.ask(acquire("job", token(1))).outcome()).isEqualTo(Outcome.GRANTED);
            assertThat(strict.ask(acquire("job", token(1))).reason()).contains("the certificate is not for localhost");
        }
    }

    @Test
    void anUntrustedCertificateIsRefused() throws Exception {
        try (TlsFront front = TlsFront.of(redis.host(), redis.port(), "localhost", folder);
                Conversation conversation = brief("rediss://localhost:" + front.port())) {
            assertThat(conversation.ask(acquire("job", token(1))).reason()).contains("TLS failed");
        }
    }

    @Test
    void aTlsPeerThatHangsUpIsReplaced() throws Exception {
        try (TlsFront front = TlsFront.of(redis.host(), redis.port(), "localhost", folder);
                Conversation conversation = Conversation.with(tls(front).build())) {
            conversation.awaitEvent("available", 1);

            redis.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

            conversation.awaitEvent("available", 2);
            await().atMost(PATIENCE)
                    .until(() -> conversation.ask(acquire("job", token(1))).outcome() == Outcome.GRANTED);
        }
    }

    private static JedisOptionsBuilder tls(TlsFront front) {
        return Engines.options().nodes("rediss://localhost:" + front.port()).sslSocketFactory(front.clients());
    }

    private static Conversation brief(String address) {
        return Conversation.with(
                Engines.options().nodes(address).connectTimeout(BRIEF).build());
    }
}
