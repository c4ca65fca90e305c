// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class RedisNodesExtensionIT {

    /** The process ids that the tests below have seen. */
    private static final List<Long> SEEN = new ArrayList<>();

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    @Test
    void aStaticFieldMeansOneSetOfNodesPerClassCleanedBetweenTests() {
        run(PerClass.class).assertStatistics(tests -> tests.succeeded(3).failed(0));

        assertThat(new HashSet<>(SEEN)).hasSize(1);
        assertThat(SEEN).hasSize(3).noneMatch(RedisNodesExtensionIT::runs);
    }

    @Test
    void anInstanceFieldMeansFreshNodesPerTest() {
        run(PerMethod.class).assertStatistics(tests -> tests.succeeded(2).failed(0));

        assertThat(SEEN).hasSize(2).doesNotHaveDuplicates().noneMatch(RedisNodesExtensionIT::runs);
    }

    @Test
    void withoutSettingsThereAreThreeNodes() {
        run(Plain.class).assertStatistics(tests -> tests.succeeded(1).failed(0));
    }

    @Test
    void whatIsNotPossibleHereIsReportedAsSkipped() {
        run(NotPossible.class)
                .assertStatistics(tests -> tests.aborted(2).succeeded(0).failed(0));
        run(NotPossiblePerMethod.class)
                .assertStatistics(tests -> tests.aborted(1).succeeded(0).failed(0));
        run(FaultNotPossible.class).assertStatistics(tests -> tests.aborted(1).failed(0));
    }

    private static Events run(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute()
                .testEvents();
    }

    private static boolean runs(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static RedisNodes.Builder oneNode() {
        return RedisNodes.builder().backend(RedisBackend.EMBEDDED).nodes(1);
    }

    private static void expectCleanNode(RedisNodes nodes) {
        SEEN.add(nodes.get(0).pid());
        assertThat(nodes.get(0).keys()).isEmpty();
        nodes.get(0).command("SET", "left", "behind");
    }

    static final class PerClass {

        @RegisterExtension
        static final RedisNodesExtension REDIS = RedisNodesExtension.of(oneNode());

        @Test
        void one(RedisNodes nodes) {
            expectCleanNode(nodes);
        }

        @Test
        void another() {
            expectCleanNode(REDIS.nodes());
        }

        @Nested
        final class Inner {

            @Test
            void sharesThem(RedisNodes nodes) {
                expectCleanNode(nodes);
            }
        }
    }

    static final class PerMethod {

        @RegisterExtension
        final RedisNodesExtension redis = RedisNodesExtension.of(oneNode());

        @Test
        void one(RedisNodes nodes) {
            expectCleanNode(nodes);
        }

        @Test
        void another(RedisNodes nodes) {
            expectCleanNode(nodes);
        }
    }

    @ExtendWith(RedisNodesExtension.class)
    static final class Plain {

        @Test
        void three(RedisNodes nodes) {
            assertThat(nodes.size()).isEqualTo(3);
        }
    }

    static final class NotPossible {

        @RegisterExtension
        static final RedisNodesExtension REDIS = RedisNodesExtension.of(notGiven());

        @Test
        void one(RedisNodes nodes) {
            fail("there are no nodes, yet " + nodes);
        }

        @Test
        void another() {
            fail("there are no nodes");
        }
    }

    static final class NotPossiblePerMethod {

        @RegisterExtension
        final RedisNodesExtension redis = RedisNodesExtension.of(notGiven());

        @Test
        void one() {
            fail("there are no nodes");
        }
    }

    static final class FaultNotPossible {

        @Test
        @ExtendWith(RedisNodesExtension.class)
        void cannot() {
            RedisBinary.name("Windows 11", "amd64");
        }
    }

    private static RedisNodes.Builder notGiven() {
        return RedisNodes.builder().backend(RedisBackend.GIVEN).nodes(99);
    }
}
