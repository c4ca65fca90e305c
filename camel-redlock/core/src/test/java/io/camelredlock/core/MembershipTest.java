// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who takes part in a cluster, in virtual time: who is seen, since when, and for how long after it is gone. */
class MembershipTest {

    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration MOMENT = Duration.ofMillis(500); // the longest time for a vote, and some

    private final ModelCluster cluster = new ModelCluster(3);
    private final Member a = cluster.member("a");
    private final Member b = cluster.member("b");
    private final List<String> told = new ArrayList<>();

    private void joinBoth() {
        a.redlock().membership().join();
        cluster.pass(MOMENT);
        b.redlock().membership().join();
        cluster.pass(MOMENT);
    }

    private static String names(Member member) {
        StringBuilder names = new StringBuilder();
        member.redlock().membership().members().forEach(id -> names.append(id.charAt(0)));
        return names.toString();
    }

    private void watch(Member member) {
        member.redlock().membership().watch(() -> told.add(names(member)));
        cluster.pass(MOMENT);
    }

    @Test
    void allSeeAllWithinAMoment() {
        joinBoth();

        assertThat(names(a)).isEqualTo("ab");
        assertThat(names(b)).isEqualTo("ab");
    }

    @Test
    void whoLeavesIsGoneAtOnce() {
        joinBoth();
        watch(a);

        cluster.await(b.redlock().membership().leave());
        cluster.pass(MOMENT);

        assertThat(names(a)).isEqualTo("a");
        assertThat(names(b)).as("who is not asked about").isEmpty();
        assertThat(told).endsWith("a");
    }

    @Test
    void anEngineThatIsClosedHasLeft() {
        joinBoth();

        cluster.await(b.redlock().end());
        cluster.pass(MOMENT);

        assertThat(names(a)).isEqualTo("a");
    }

    @Test
    void theDeadAreSeenForThreeTimesTheTtlAndNoLonger() {
        joinBoth();
        watch(a);
        b.links().forEach(link -> link.down(true));

        cluster.pass(TTL.multipliedBy(2));
        assertThat(names(a)).isEqualTo("ab");
        cluster.pass(TTL.plus(MOMENT));

        assertThat(names(a)).isEqualTo("a");
        assertThat(told).endsWith("a");
    }

    @Test
    void whoStandsOnOneReachableNodeIsAMember() {
        b.link(0).down(true);
        b.link(1).down(true);
        joinBoth();

        assertThat(names(a)).isEqualTo("ab");
        a.link(2).down(true);
        cluster.pass(TTL.plus(MOMENT));

        assertThat(names(a)).as("none of the nodes that a reaches knows b").isEqualTo("a");
    }

    @Test
    void withoutAnyNodeWhatTheySaidHoldsUntilItsTimeIsOver() {
        joinBoth();
        a.links().forEach(link -> link.down(true));

        cluster.pass(TTL);
        assertThat(names(a)).isEqualTo("ab");
        cluster.pass(TTL.multipliedBy(3));

        assertThat(names(a)).isEqualTo("a");
    }

    @Test
    void nodesThatForgotAreToldAnewWithinOneTtl() {
        joinBoth();
        cluster.servers().forEach(ModelServer::flush);

        cluster.pass(TTL.plus(MOMENT));

        assertThat(names(a)).isEqualTo("ab");
    }

    @Test
    void nobodyIsAskedWhileNobodyWantsToKnow() {
        cluster.pass(TTL.multipliedBy(5));
        assertThat(asked()).isZero();
        watch(a);
        assertThat(asked()).isPositive();
        joinBoth();
        cluster.await(a.redlock().end());
        cluster.await(b.redlock().membership().leave());
        cluster.pass(MOMENT);
        long before = asked();

        cluster.pass(TTL.multipliedBy(5));

        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void whoOnlyLooksDoesNotStand() {
        a.redlock().membership().join();
        watch(b);

        assertThat(names(b)).isEqualTo("a");
        assertThat(names(a)).isEqualTo("a");
    }

    @Test
    void eachNodeIsAskedOncePerTtl() {
        joinBoth();
        cluster.pass(MOMENT);
        long before = asked();

        cluster.pass(TTL.multipliedBy(20));

        assertThat(asked() - before)
                .isBetween(2 * 20L, 2 * 24L); // earlier by a tenth at most, to go with the extensions
    }

    /** How often the first node was. */
    private long asked() {
        return cluster.servers().get(0).count(Verb.STAND);
    }
}
