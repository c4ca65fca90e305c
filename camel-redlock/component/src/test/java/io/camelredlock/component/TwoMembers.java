// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What tests of two members of a cluster have in common: the members, not started yet, and what they and their work write. */
abstract class TwoMembers {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    final Journal journal = new Journal();

    /** For work that goes on until the test lets it end, which is at its own end at the latest. */
    final CountDownLatch workMayEnd = new CountDownLatch(1);

    TestMember a;
    TestMember b;

    @BeforeEach
    void createMembers(RedisNodes nodes) {
        a = TestMember.of(nodes, "a");
        b = TestMember.of(nodes, "b");
    }

    @AfterEach
    void stopMembers() {
        workMayEnd.countDown();
        b.close();
        a.close();
    }
}
