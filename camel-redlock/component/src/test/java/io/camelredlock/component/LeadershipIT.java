// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static io.camelredlock.component.TestMember.awaitLeader;
import static io.camelredlock.component.TestMember.leaderOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who leads, as the views of several members tell it. */
final class LeadershipIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private TestMember a;
    private TestMember b;

    @BeforeEach
    void startMembers(RedisNodes nodes) throws Exception {
        a = TestMember.started(nodes, "a");
        b = TestMember.started(nodes, "b");
    }

    @AfterEach
    void stopMembers() {
        b.close();
        a.close();
    }

    @Test
    void c31FollowersNameTheRealLeaderAndNobodyWhenNobodyLeads() throws Exception {
        RedlockClusterView ofA = a.leading("orders");
        RedlockClusterView ofB = b.view("orders");

        await().atMost(SOON).until(() -> ofB.getLeader().isPresent());
        assertThat(ofB.getLeader().orElseThrow()).satisfies(leader -> {
            assertThat(leader.getId()).isEqualTo(a.id());
            assertThat(leader.isLocal()).isFalse();
            assertThat(leader.isLeader()).isTrue();
        });
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(ofB.getMembers()).extracting("id").containsExactly(b.id(), a.id()));
        assertThat(ofA.getLeader().orElseThrow().isLocal()).isTrue();

        ofB.setDisabled(true);
        a.service.releaseView(ofA);
        await().atMost(SOON).until(() -> ofB.getLeader().isEmpty());
    }

    @Test
    void theNextMemberLeadsAtOnceWhenTheLeaderLeavesInOrder() throws Exception {
        RedlockClusterView ofA = a.leading("orders");
        RedlockClusterView ofB = b.view("orders");
        await().atMost(SOON).until(() -> leaderOf(ofB).equals(a.id()));

        a.service.releaseView(ofA);

        await().atMost(TTL.dividedBy(3)).until(() -> ofB.getLocalMember().isLeader());
        assertThat(ofA.getLocalMember().isLeader()).isFalse();
    }

    @Test
    void c13TheServiceLeadsAgainAfterEveryRestartAndHoldsNothingInBetween(RedisNodes nodes) throws Exception {
        RedlockClusterView view = a.leading("orders");

        for (int restart = 0; restart < 3; restart++) {
            a.service.stop();
            assertThat(view.getLocalMember().isLeader()).isFalse();
            await().atMost(SOON).until(() -> isFree(nodes, "orders"));
            a.service.start();
            awaitLeader(view);
        }
    }

    @Test
    void c11AReleasedViewStaysOutOfTheElectionWhenTheServiceRestarts() throws Exception {
        a.service.releaseView(a.leading("orders"));

        a.service.stop();
        a.service.start();

        RedlockClusterView ofB = b.leading("orders");
        assertThat(a.service.peek("orders"))
                .hasValueSatisfying(view -> assertThat(view.isStarted()).isFalse());
        assertThat(leaderOf(ofB)).isEqualTo(b.id());
    }

    @Test
    void c26MembersWithTheSameIdentityNeverBothLead(RedisNodes nodes) throws Exception {
        b.service.setId("same");
        a.service.setId("same");
        try (TestMember twin = TestMember.started(nodes, "a")) {
            RedlockClusterView ofA = a.leading("orders");
            RedlockClusterView ofTwin = twin.view("orders");

            await().atMost(SOON).until(() -> leaderOf(ofTwin).equals(a.id()));
            assertThat(twin.id()).isNotEqualTo(a.id());
            assertThat(ofTwin.getLocalMember().isLeader()).isFalse();
            assertThat(ofA.getLocalMember().isLeader()).isTrue();
        }
    }

    @Test
    void c52ServicesNamespacesAndContextsAreIndependent(RedisNodes nodes) throws Exception {
        RedlockClusterService second = new RedlockClusterService();
        second.setNodes(nodes.addresses());
        second.setKeyPrefix("other:");
        second.setTtl(2_000); // under a new prefix the nodes are new, and so waited for
        a.context.addService(second);

        RedlockClusterView first = a.leading("orders");
        RedlockClusterView invoices = b.leading("invoices");
        RedlockClusterView other = (RedlockClusterView) second.getView("orders");
        awaitLeader(other);

        assertThat(first.getLocalMember().isLeader()).isTrue();
        assertThat(invoices.getLocalMember().isLeader()).isTrue();
    }

    @Test
    void aDisabledViewGivesUpAndGoesOnLookingUntilItIsEnabled() throws Exception {
        RedlockClusterView ofA = a.leading("orders");
        RedlockClusterView ofB = b.view("orders");

        ofA.setDisabled(true);

        awaitLeader(ofB);
        await().atMost(SOON).until(() -> leaderOf(ofA).equals(b.id()));
        assertThat(ofA.isDisabled()).isTrue();
        assertThat(ofA.isStarted()).isTrue();

        ofA.setDisabled(false);
        ofB.setDisabled(true);
        awaitLeader(ofA);
    }

    @Test
    void aViewDisabledBeforeItStartsDoesNotCompete(RedisNodes nodes) throws Exception {
        try (TestMember late = TestMember.of(nodes, "late").addService()) {
            RedlockClusterView view = late.view("orders");
            view.setDisabled(true);
            late.start();

            RedlockClusterView ofA = a.leading("orders");
            await().atMost(SOON).until(() -> leaderOf(view).equals(a.id()));
            a.service.releaseView(ofA);
            await().atMost(SOON).until(() -> leaderOf(view).equals("nobody"));
            view.setDisabled(false);
            awaitLeader(view);
        }
    }

    static boolean isFree(RedisNodes nodes, String namespace) {
        return nodes.stream().allMatch(node -> node.keys("*" + namespace).isEmpty());
    }
}
