// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.JvmProcess;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Twelve namespaces that Camel's rebalancing service spreads over the members. */
final class RebalancingIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    @Test
    void theNamespacesAreSpreadEvenlyAndAnewWhenAMemberDiesAndReturns(RedisNodes nodes) throws Exception {
        try (RebalancedMember a = RebalancedMember.start(TestMember.of(nodes, "a"));
                RebalancedMember b = RebalancedMember.start(TestMember.of(nodes, "b"))) {
            assertSpreadWithAThirdThatDies(nodes, a, b);
            await().atMost(TTL.multipliedBy(3).plus(SOON)).until(() -> members(a) == 2 && members(b) == 2);
            assertSpread(a, b, 2, List.of(6L, 6L));

            assertSpreadWithAThirdThatDies(nodes, a, b);
        }
    }

    private static void assertSpreadWithAThirdThatDies(RedisNodes nodes, RebalancedMember a, RebalancedMember b) {
        try (JvmProcess c = JvmProcess.of(RebalancedMember.class)
                .arguments(nodes.addresses(), "c")
                .start()) {
            assertSpread(a, b, 3, List.of(4L, 4L, 4L));
            assertThat(c.isAlive()).isTrue();
            c.kill();
        }
    }

    /** Within two periods after all see so many members; the first of them has begun when they do. */
    private static void assertSpread(RebalancedMember a, RebalancedMember b, int members, List<Long> shares) {
        await().atMost(SOON.multipliedBy(4)).until(() -> members(a) == members && members(b) == members);
        int passesOfA = a.passes();
        int passesOfB = b.passes();

        await().atMost(SOON.multipliedBy(4))
                .untilAsserted(() -> assertThat(shares(a).values()).containsExactlyElementsOf(shares));

        assertThat(Math.min(a.passes() - passesOfA, b.passes() - passesOfB))
                .as("periods")
                .isLessThanOrEqualTo(3);
    }

    private static long members(RebalancedMember seenBy) {
        return seenBy.member.service.members().size();
    }

    /** How many namespaces each member leads, as one of them knows. */
    private static Map<String, Long> shares(RebalancedMember seenBy) {
        return RebalancedMember.NAMESPACES.stream()
                .map(namespace -> TestMember.leaderOf(
                        seenBy.member.service.peek(namespace).orElseThrow()))
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }
}
