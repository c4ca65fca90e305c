// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.Token;
import io.camelredlock.testkit.RedisNodes;
import org.junit.jupiter.api.Test;

/** A server that must not vote, although all is well with it (S-N2). */
class NodeIdentityIT {

    private static final Token MINE = token(1);

    @Test
    void l77_l112_aMemberOfARedisClusterDoesNotVote() {
        RedisNodes.Builder clustered = RedisNodes.builder()
                .nodes(1)
                .arguments("--cluster-enabled", "yes")
                .unknown();
        try (RedisNodes nodes = clustered.start();
                Conversation conversation = Conversation.with(nodes.addresses())) {
            for (String name : new String[] {"job", "a{b}c", "{x}"}) {
                Answer answer = conversation.ask(acquire(name, MINE));

                assertThat(answer.outcome()).isEqualTo(Outcome.INELIGIBLE);
                assertThat(answer.reason()).contains("cluster mode is not supported");
            }
        }
    }

    @Test
    void oneServerWithTwoNamesVotesOnceByTheFirst() {
        try (RedisNodes nodes = RedisNodes.start(2);
                Conversation conversation = Conversation.with(
                        nodes.get(0).address(),
                        nodes.get(1).address(),
                        "localhost:" + nodes.get(0).port())) {
            String same = "same server as node " + nodes.get(0).address();
            await().atMost(PATIENCE)
                    .until(() -> conversation.node(2).condition().contains(same));

            assertThat(conversation.ask(0, acquire("job", MINE)).outcome()).isEqualTo(Outcome.GRANTED);
            assertThat(conversation.ask(2, acquire("job", MINE)).reason()).contains(same);
            assertThat(conversation.ask(2, release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
        }
    }
}
