// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Outcome;
import io.camelredlock.core.Resource;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each connection speaks the version of the protocol that was chosen, and what a node says of itself is understood in both. */
final class WireProtocolIT {

    private static final String SECRET = "open-sesame";

    @RegisterExtension
    static final RedisNodesExtension REDIS =
            RedisNodesExtension.of(RedisNodes.builder().nodes(1).password(SECRET));

    private RedisNode redis;

    @BeforeEach
    void find(RedisNodes nodes) {
        redis = nodes.get(0);
    }

    @ParameterizedTest
    @EnumSource
    void bothConnectionsSpeakWhatWasChosenAfterSigningIn(WireProtocol protocol) {
        try (Conversation conversation = converse(options(protocol).password(SECRET))) {
            assertThat(conversation.ask(acquire("job", token(1))).outcome()).isEqualTo(Outcome.GRANTED);
            conversation.node().watch(Resource.lock("job"));
            conversation.awaitEvent("watching job", 1);

            assertThat(redis.command("CLIENT", "LIST").toString().lines())
                    .filteredOn(line -> line.contains("name=" + protocol + " "))
                    .hasSize(2)
                    .allMatch(line -> line.contains(protocol == WireProtocol.RESP3 ? "resp=3" : "resp=2"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWrongPasswordIsTheReasonInBoth(WireProtocol protocol) {
        try (Conversation conversation = converse(options(protocol).password("knock-knock"))) {
            assertThat(conversation.ask(acquire("job", token(1))).reason())
                    .contains("authentication failed")
                    .doesNotContain("knock-knock");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReplicaIsToldFromAMasterInBoth(WireProtocol protocol) {
        redis.command("REPLICAOF", "127.0.0.1", "1");
        try (Conversation conversation = converse(options(protocol).password(SECRET))) {
            conversation.awaitCondition("it is a replica");
        } finally {
            redis.command("REPLICAOF", "NO", "ONE");
        }
    }

    private JedisOptionsBuilder options(WireProtocol protocol) {
        return JedisOptions.builder()
                .nodes(redis.address())
                .clientName(protocol.name())
                .protocol(protocol);
    }

    private static Conversation converse(JedisOptionsBuilder options) {
        return Conversation.with(options.build());
    }
}
