// SPDX-License-Identifier: Apache-2.0
/**
 * Real Redis nodes for tests, and the faults they must survive.
 *
 * <pre>{@code
 * class FailoverIT {
 *     @RegisterExtension // static: one set of nodes for the class, cleaned between tests; an instance field: fresh nodes per test
 *     static final RedisNodesExtension REDIS = RedisNodesExtension.of(RedisNodes.builder().nodes(5));
 *
 *     @Test
 *     void aFrozenNodeHoldsUpNobody(RedisNodes nodes) {
 *         nodes.get(0).freeze();
 *         ...
 *     }
 * }
 * }</pre>
 *
 * <p>Outside of JUnit: {@code try (RedisNodes nodes = RedisNodes.start(5)) { ... }}. {@link io.camelredlock.testkit.FaultProxy}
 * stands between a client and a node and delays, cuts or breaks what passes; {@link io.camelredlock.testkit.JvmProcess} runs a main
 * class in a JVM of its own that can be frozen and killed. No process started here outlives the JVM that started it.
 *
 * <p>System properties: {@code redis.backend} = {@code embedded} (default), {@code containers} or {@code given};
 * {@code redis.nodes} = {@code host:port,host:port} uses these nodes (they must be empty and will be emptied);
 * {@code redis.image} names the image of the containers, {@code redis.binary} another program of the embedded servers,
 * Redis or Valkey.
 */
@NullMarked
package io.camelredlock.testkit;

import org.jspecify.annotations.NullMarked;
