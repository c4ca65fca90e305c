// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.RollingChange.Change;
import io.camelredlock.core.RollingChange.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Members that know the old list of nodes, the new one, or both: node 3 of three is replaced by node 4 (S-N3). */
class ChangingListsTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private final ModelCluster cluster = new ModelCluster(4);
    private final Random random = new Random(7); // one for all, or their tokens are the same

    private final class Member {

        private final List<ModelNode> links = new ArrayList<>();
        private final Redlock redlock;

        Member(Phase phase) {
            ClientClock clock = new ClientClock(cluster.time(), 1);
            cluster.servers().forEach(server -> links.add(new ModelNode(cluster.time(), clock, server)));
            RedlockOptions options =
                    RedlockOptions.builder().ttl(TTL).takeover(Takeover.GUARDED).build();
            Environment environment = new Environment(clock, clock, Runnable::run, random, () -> {});
            redlock = new Redlock(Change.ONE_NODE_IS_REPLACED.lists(phase, links), options, environment);
        }

        Lease hold() {
            LeaseRequest request =
                    redlock.request("orders").timeout(Duration.ZERO).autoExtend(true);
            return cluster.await(redlock.acquireAsync(request)).orElseThrow();
        }

        boolean isRefused() {
            return cluster.await(redlock.acquireAsync(redlock.request("orders").timeout(Duration.ZERO)))
                    .isEmpty();
        }
    }

    private long asked(int server, Verb verb) {
        return cluster.servers().get(server).count(verb);
    }

    @Test
    void aNodeOfBothListsIsAskedOnce() {
        new Member(Phase.BOTH).hold();
        cluster.pass(Duration.ofMillis(10));

        for (int server = 0; server < 4; server++) {
            assertThat(asked(server, Verb.ACQUIRE)).as("node-%s", server + 1).isEqualTo(1);
        }
    }

    @Test
    void whoHasBothListsKeepsOutWhoHasOneOfThem() {
        Lease lease = new Member(Phase.BOTH).hold();

        assertThat(new Member(Phase.OLD).isRefused()).isTrue();
        assertThat(new Member(Phase.NEW).isRefused()).isTrue();
        cluster.pass(TTL.multipliedBy(2));
        assertThat(lease.isValid()).as("extended").isTrue();
    }

    @Test
    void whoHoldsByTheOldListAloneIsNamedToWhoHasBoth() {
        new Member(Phase.OLD).hold();
        cluster.servers().get(1).delete(Resource.lock("orders")); // of the new list only node 1 keeps it

        assertThat(cluster.await(new Member(Phase.BOTH).redlock.inspectAsync("orders")))
                .isPresent();
    }

    @Test
    void aMajorityOfOneListAloneIsNotEnough() {
        Member both = new Member(Phase.BOTH);
        both.links.get(1).down(true);
        both.links.get(3).down(true);

        assertThatThrownBy(both::hold)
                .hasRootCauseInstanceOf(QuorumUnreachableException.class)
                .rootCause()
                .hasMessageContaining("needs 2 of 3 nodes and 2 of 3 previousNodes");
    }

    @Test
    void aLeaseIsLostWithTheMajorityOfEitherList() {
        Member both = new Member(Phase.BOTH);
        Lease lease = both.hold();
        cluster.pass(Duration.ofMillis(100));
        cluster.servers().get(1).delete(Resource.lock("orders"));
        cluster.servers().get(2).delete(Resource.lock("orders")); // 1 and 4 keep it, of the old list only 1

        assertThat(cluster.await(lease.verifyAsync()).verdict()).isEqualTo(Verification.Verdict.LOST);
        cluster.await(lease.releaseAsync());
        cluster.pass(Duration.ofMillis(10));
        assertThat(cluster.holders("orders")).isZero();
    }

    @Test
    void aLeaseGoesFromTheOldListToBothAndToTheNewOne() {
        Lease lease = new Member(Phase.OLD).hold();
        cluster.pass(Duration.ofMillis(100));

        String first = cluster.await(lease.handoverAsync(TTL));
        Lease between = cluster.await(new Member(Phase.BOTH).redlock.adoptAsync(first, as -> as.autoExtend(true)));
        cluster.pass(Duration.ofSeconds(1)); // node 4 is healed
        String second = cluster.await(between.handoverAsync(TTL));
        Lease last = cluster.await(new Member(Phase.NEW).redlock.adoptAsync(second, as -> as.autoExtend(true)));

        assertThat(last.fencingToken()).isGreaterThan(between.fencingToken());
        assertThat(between.fencingToken()).isGreaterThan(lease.fencingToken());
        cluster.pass(TTL.multipliedBy(2));
        assertThat(last.isValid()).isTrue();
    }
}
