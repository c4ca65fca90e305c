// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GivenNodesIT {

    private static final String PROPERTY = "redis.nodes";

    private RedisNodes running;

    @BeforeEach
    void giveNodes() {
        running = RedisNodes.builder().backend(RedisBackend.EMBEDDED).nodes(2).start();
        System.setProperty(PROPERTY, running.addresses());
    }

    @AfterEach
    void takeThemBack() {
        System.clearProperty(PROPERTY);
        running.close();
    }

    @Test
    void givenNodesAreUsedWithoutBeingAskedFor() {
        try (RedisNodes given = RedisNodes.start(2)) {
            assertThat(given.addresses()).isEqualTo(running.addresses());
        }

        assertThat(running).as("somebody else's nodes run on").allMatch(RedisNode::isAnswering);
    }

    @Test
    void givenNodesAreLeftEmpty() {
        try (RedisNodes given = RedisNodes.start(2)) {
            given.get(0).command("SET", "key", "value");
        }

        assertThat(running.get(0).keys()).isEmpty();
    }

    @Test
    void nodesWithSomebodysDataAreRefusedAndLeftAlone() {
        running.get(1).command("SET", "key", "somebody's");

        assertThatIllegalStateException()
                .isThrownBy(() -> RedisNodes.start(2))
                .withMessageContaining(running.get(1).address())
                .withMessageContaining("1 key");
        assertThat(running.get(1).get("key")).contains("somebody's");
    }

    @Test
    void theirProcessesCannotBeHarmedButClientsCanBeCutOff() {
        try (RedisNodes given = RedisNodes.builder().nodes(1).proxied().start()) {
            assertThatExceptionOfType(NotPossibleHereException.class)
                    .isThrownBy(() -> given.get(0).freeze())
                    .withMessageContaining(running.get(0).address())
                    .withMessageContaining("cannot be frozen");
            given.get(0).cutOff();
            given.get(0).reconnect();
        }
    }

    @Test
    void tooFewNodesOrArgumentsOfOnesOwnAreNotPossible() {
        assertThatExceptionOfType(NotPossibleHereException.class)
                .isThrownBy(() -> RedisNodes.start(3))
                .withMessage("3 nodes are needed, but redis.nodes names only 2");
        assertThatExceptionOfType(NotPossibleHereException.class)
                .isThrownBy(() -> RedisNodes.builder()
                        .nodes(1)
                        .arguments("--appendonly", "yes")
                        .start());
    }

    @Test
    void anAddressWithoutAPortIsRefused() {
        System.setProperty(PROPERTY, "localhost");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisNodes.start(1))
                .withMessageContaining("'localhost'");
    }
}
