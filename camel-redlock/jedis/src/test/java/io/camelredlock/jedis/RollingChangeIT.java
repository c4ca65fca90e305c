// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Lease;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Takeover;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The nodes of a running deployment, and its longest ttl, are changed by restarting its members one by one, twice (S-N3). */
final class RollingChangeIT {

    private static final Duration TTL = Duration.ofSeconds(1);
    private static final int MEMBERS = 3;
    private static final RedlockOptionsBuilder RULES = Engines.ttl(TTL).takeover(Takeover.GUARDED);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(4);

    private final List<Member> members = new ArrayList<>();
    private final Set<Lease> held = ConcurrentHashMap.newKeySet();
    private final AtomicInteger violations = new AtomicInteger();

    /** How a member is configured. */
    private record Setup(String nodes, String previousNodes, Duration ttl, Duration maxTtl, Duration previousMaxTtl) {

        Redlock connect() {
            JedisOptionsBuilder options = JedisOptions.builder().nodes(nodes);
            RedlockOptionsBuilder rules = Engines.ttl(ttl)
                    .takeover(Takeover.GUARDED)
                    .driftFactor(0.05)
                    .maxTtl(maxTtl)
                    .previousMaxTtl(previousMaxTtl);
            return JedisRedlock.connect(
                    (previousNodes.isEmpty() ? options : options.previousNodes(previousNodes)).build(), rules.build());
        }
    }

    /** A member that leads a namespace, or tries to, and works under a lock as often as it gets it. */
    private final class Member implements AutoCloseable, ElectionListener {

        private final Redlock redlock;
        private final LeaderElection election;
        private final AtomicInteger works = new AtomicInteger();
        private volatile boolean isOver;

        Member(Setup setup) {
            redlock = setup.connect();
            election = redlock.election("orders", this);
            election.start();
            next();
        }

        private void next() {
            if (!isOver) {
                redlock.acquireAsync(redlock.request("orders").timeout(Duration.ofSeconds(2)))
                        .whenComplete((lease, failure) -> {
                            if (failure == null) {
                                lease.ifPresent(this::work);
                            }
                            next();
                        });
            }
        }

        private void work(Lease lease) {
            held.add(lease);
            if (held.stream().filter(Lease::isValid).count() > 1) {
                violations.incrementAndGet();
            }
            works.incrementAndGet();
            held.remove(lease);
            lease.release();
        }

        @Override
        public void close() {
            isOver = true;
            redlock.close();
        }
    }

    private void roll(Setup setup) {
        for (int number = 0; number < MEMBERS; number++) {
            if (members.size() < MEMBERS) {
                members.add(new Member(setup));
            } else {
                members.set(number, new Member(setup)).close();
            }
            awaitOneLeader();
        }
        Member last = members.get(MEMBERS - 1);
        Engines.await().until(() -> last.works.get() > 0);
    }

    private void awaitOneLeader() {
        Engines.await().until(() -> {
            List<Member> leaders = leading(members);
            assertThat(leading(leaders)).as("who lead while another does").hasSizeLessThanOrEqualTo(1);
            return leaders.size() == 1;
        });
    }

    private static List<Member> leading(List<Member> of) {
        return of.stream().filter(member -> member.election.isLeader()).toList();
    }

    @AfterEach
    void endWithoutViolation() {
        members.forEach(Member::close);
        assertThat(violations).hasValue(0);
    }

    private static String addresses(RedisNodes nodes, int... numbers) {
        List<String> addresses = new ArrayList<>();
        for (int number : numbers) {
            addresses.add(nodes.get(number).address());
        }
        return String.join(",", addresses);
    }

    @Test
    void aNodeIsReplaced(RedisNodes nodes) {
        String old = addresses(nodes, 0, 1, 2);
        String changed = addresses(nodes, 0, 1, 3);

        roll(new Setup(old, "", TTL, TTL, TTL));
        roll(new Setup(changed, old, TTL, TTL, TTL));
        nodes.get(2).kill();
        roll(new Setup(changed, "", TTL, TTL, TTL));

        nodes.get(2).restart();
    }

    @Test
    void withoutTheOptionAChangedListGetsNoVoteAndIsToldWhy(RedisNodes nodes) {
        roll(new Setup(addresses(nodes, 0, 1, 2), "", TTL, TTL, TTL));

        try (Redlock stranger = new Setup(addresses(nodes, 0, 1, 3), "", TTL, TTL, TTL).connect()) {
            assertThatThrownBy(() -> stranger.tryAcquire("other"))
                    .isInstanceOf(QuorumUnreachableException.class)
                    .hasMessageContaining("set previousNodes");
        }
    }

    @Test
    void serversGetOtherAddressesUnderTheIdThatTheirClusterHas(RedisNodes nodes) {
        String old = addresses(nodes, 0, 1, 2);
        JedisOptions before = JedisOptions.builder().nodes(old).build();
        JedisOptions renamed = JedisOptions.builder()
                .nodes(old.replace("127.0.0.1", "localhost"))
                .clusterId(before.clusterId())
                .build();

        try (Redlock one = Engines.connected(JedisRedlock.connect(before, RULES.build()));
                Redlock other = Engines.connected(JedisRedlock.connect(renamed, RULES.build()))) {
            Lease lease = Engines.hold(one, "renamed");
            assertThat(other.tryAcquire("renamed")).isEmpty();
            lease.release();
            assertThat(Engines.hold(other, "renamed").isValid()).isTrue();
        }
    }

    @Test
    void theLongestTtlIsRaised(RedisNodes nodes) {
        String all = addresses(nodes, 0, 1, 2);
        Duration longer = TTL.multipliedBy(2);

        roll(new Setup(all, "", TTL, TTL, TTL));
        roll(new Setup(all, "", TTL, longer, TTL));
        roll(new Setup(all, "", longer, longer, longer));
    }
}
