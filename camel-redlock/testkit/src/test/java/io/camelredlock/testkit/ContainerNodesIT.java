// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Skipped where no container engine answers. */
class ContainerNodesIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(
            RedisNodes.builder().backend(RedisBackend.CONTAINERS).nodes(3));

    @Test
    void containersSufferTheSameFaults(RedisNodes nodes) {
        RedisNode node = nodes.get(0);
        int port = node.port();
        node.freeze();
        assertThat(node.isRunning()).isTrue();
        assertThat(node.isAnswering()).isFalse();

        node.thaw();
        assertThat(node.isAnswering()).isTrue();

        node.freeze();
        node.kill();
        assertThat(node.isRunning()).isFalse();
        node.restart();
        assertThat(node.port()).isEqualTo(port);
        assertThat(node.isAnswering()).isTrue();
        assertThat(node.pid()).isPositive();
    }

    @Test
    void onlyARestartEmptyForgetsWhatWasWrittenToDisk() {
        RedisNodes.Builder durable = RedisNodes.builder()
                .backend(RedisBackend.CONTAINERS)
                .nodes(1)
                .password("s3cret")
                .arguments("--appendonly", "yes", "--appendfsync", "always");
        try (RedisNodes nodes = durable.start()) {
            RedisNode node = nodes.get(0);
            node.command("SET", "lock", "token");

            node.kill();
            node.restart();
            assertThat(node.get("lock")).contains("token");

            node.kill();
            node.restartEmpty();
            assertThat(node.get("lock")).isEqualTo(Optional.empty());
        }
    }

    @Test
    void aFailedStartTellsTheServersOwnReason() {
        RedisNodes.Builder wrong =
                RedisNodes.builder().backend(RedisBackend.CONTAINERS).nodes(1).arguments("--no-such-option", "1");

        assertThatIllegalStateException().isThrownBy(wrong::start).withMessageContaining("no-such-option");
    }
}
