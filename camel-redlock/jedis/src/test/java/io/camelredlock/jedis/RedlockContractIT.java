// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisBackend;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import io.camelredlock.testkit.RedlockContract;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** The engine over Jedis keeps the contract, on good nodes and on bad ones, wherever they come from. */
final class RedlockContractIT {

    private static RedisNodesExtension embedded(int nodes) {
        return on(RedisBackend.EMBEDDED, nodes);
    }

    private static RedisNodesExtension on(RedisBackend backend, int nodes) {
        return RedisNodesExtension.of(
                RedisNodes.builder().nodes(nodes).backend(backend).knownEmpty(RedlockContractIT::markKnownEmpty));
    }

    private static void markKnownEmpty(Jedis node) {
        JedisRedlock.markKnownEmpty(node, OverJedis.PREFIX);
        JedisRedlock.markKnownEmpty(node, "");
    }

    /** The contract as kept over Jedis. */
    abstract static class OverJedis extends RedlockContract {

        private static final String PREFIX = KEY_PREFIX;

        @Override
        protected final Redlock connect(String addresses, String keyPrefix, RedlockOptions options) {
            return JedisRedlock.connect(
                    options()
                            .nodes(addresses)
                            .keyPrefix(keyPrefix)
                            .clusterId("contract")
                            .build(),
                    options);
        }

        JedisOptionsBuilder options() {
            return Engines.options();
        }
    }

    @Nested
    final class OnOneNode extends OverJedis {
        @RegisterExtension
        static final RedisNodesExtension REDIS = embedded(1);
    }

    @Nested
    final class OnThreeNodes extends OverJedis {
        @RegisterExtension
        static final RedisNodesExtension REDIS = embedded(3);
    }

    @Nested
    final class InResp3 extends OverJedis {
        @RegisterExtension
        static final RedisNodesExtension REDIS = embedded(3);

        @Override
        JedisOptionsBuilder options() {
            return JedisOptions.builder().protocol(WireProtocol.RESP3);
        }
    }

    @Nested
    final class OnFiveNodes extends OverJedis {
        @RegisterExtension
        static final RedisNodesExtension REDIS = embedded(5);
    }

    @Nested
    final class WithOneOfThreeNodesDead extends OverJedis {
        @RegisterExtension
        static final RedisNodesExtension REDIS = embedded(3);

        @Override
        protected List<RedisNode> harm(RedisNodes nodes) {
            nodes.get(1).kill();
            return List.of(nodes.get(0), nodes.get(2));
        }
    }

    @Nested
    final class WithOneOfThreeNodesFrozen extends OverJedis {
        @RegisterExtension
        static final RedisNodesExtension REDIS = embedded(3);

        @Override
        protected List<RedisNode> harm(RedisNodes nodes) {
            nodes.get(1).freeze();
            return List.of(nodes.get(0), nodes.get(2));
        }
    }

    @Nested
    final class InContainers extends OverJedis {
        @RegisterExtension
        static final RedisNodesExtension REDIS = on(RedisBackend.CONTAINERS, 3);
    }

    @Nested
    @EnabledIfSystemProperty(named = "redis.nodes", matches = ".+", disabledReason = "no nodes are given")
    final class OnGivenNodes extends OverJedis {
        @RegisterExtension
        static final RedisNodesExtension REDIS = on(RedisBackend.GIVEN, 3);
    }
}
