// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Redlock;
import io.camelredlock.testkit.Candidate;
import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Never two leaders, and nobody who takes himself for one. */
final class LeaderSafetyIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    @Test
    void l02_aLeaderThatCannotExtendStepsDownInTimeAndIsToldOnce(RedisNodes nodes) {
        Redlock redlock = engines.connected(nodes, Duration.ofSeconds(3));
        Candidate leader = new Candidate(redlock, "orders").leading();
        Candidate follower = new Candidate(engines.connected(nodes, Duration.ofSeconds(3)), "orders").following(leader);
        AtomicLong lastTrue = new AtomicLong();

        nodes.get(0).freeze();
        nodes.get(1).freeze();
        long frozen = System.nanoTime(); // all successful extensions began before
        Engines.await().until(() -> {
            boolean leads = leader.isLeader();
            if (leads) {
                lastTrue.set(System.nanoTime());
            }
            return !leads;
        });

        Duration longest = Duration.ofSeconds(3).minus(redlock.options().drift());
        // the clock is read after the answer, so a moment is added
        assertThat(Duration.ofNanos(lastTrue.get() - frozen)).isLessThan(longest.plusMillis(100));
        Engines.await().until(() -> leader.timesTold("lost") == 1);
        Engines.await()
                .during(Duration.ofMillis(500))
                .until(() -> !leader.isLeader() && !follower.isLeader() && leader.timesTold("lost") == 1);
    }

    @Test
    void l14_neverTwoLeadersHoweverTheLinksFlap(RedisNodes nodes) {
        NodeLinks[] links = {nodes.links(), nodes.links()};
        Candidate one = new Candidate(flapping(links[0]), "orders").started();
        Candidate other = new Candidate(flapping(links[1]), "orders").started();
        AtomicLong overlaps = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService referee = Executors.newSingleThreadExecutor();
        referee.execute(() -> {
            while (!over.get()) {
                overlaps.addAndGet(bothLead(one, other) + bothLead(other, one));
            }
        });

        Random random = new Random(14);
        for (int flap = 0; flap < 50; flap++) {
            NodeLinks leaders = one.isLeader() ? links[0] : links[1];
            leaders.cut();
            Engines.pass(Duration.ofMillis(random.nextInt(350)));
            leaders.heal();
            Engines.pass(Duration.ofMillis(random.nextInt(120)));
        }
        Engines.await().until(() -> one.isLeader() || other.isLeader());
        over.set(true);
        referee.shutdown();

        assertThat(overlaps).hasValue(0);
        assertThat(one.timesTold("gained") + other.timesTold("gained")).isGreaterThan(5);
        List<Long> terms = Stream.concat(one.fencingTokens().stream(), other.fencingTokens().stream())
                .toList();
        assertThat(terms).doesNotHaveDuplicates();
        assertThat(one.fencingTokens()).isSorted();
        assertThat(other.fencingTokens()).isSorted();
    }

    private Redlock flapping(NodeLinks links) {
        return engines.connected(links.addresses(), Engines.ttl(Duration.ofMillis(300)));
    }

    /** 1 if the second leads at an instant at which the first does, too: between two looks that found it in the same term. */
    private static int bothLead(Candidate first, Candidate second) {
        OptionalLong before = first.election().fencingToken();
        boolean meanwhile = second.isLeader();
        OptionalLong after = first.election().fencingToken();
        return before.isPresent() && meanwhile && before.equals(after) ? 1 : 0;
    }

    @Test
    void l16_aSlowListenerHoldsUpNobodyAndNothing(RedisNodes nodes) throws InterruptedException {
        Duration ttl = Duration.ofSeconds(1);
        Redlock redlock = engines.connected(nodes, ttl);
        SlowListener slow = new SlowListener();
        LeaderElection slowOnes = redlock.election("slow", slow);
        slowOnes.start();
        Engines.await().until(() -> slow.told.contains("gained"));
        Candidate quick = new Candidate(redlock, "quick").leading();

        Engines.await().during(ttl.multipliedBy(3)).until(() -> slowOnes.isLeader() && quick.isLeader());
        Engines.await().until(() -> {
            nodes.forEach(node -> node.command("DEL", Engines.leaderKey("quick")));
            return quick.timesTold("lost") > 0;
        });
        Engines.await().until(() -> {
            nodes.forEach(node -> node.command("DEL", Engines.leaderKey("slow")));
            return !slowOnes.isLeader();
        });

        assertThat(slow.told).containsExactly("gained");
        slow.goOn.countDown();
        Engines.await().until(() -> slow.told.size() >= 2);
        assertThat(slow.told.subList(0, 2)).containsExactly("gained", "lost");
    }

    /** Blocks in its first call. */
    private static final class SlowListener implements ElectionListener {

        private final List<String> told = new CopyOnWriteArrayList<>();
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public void gained(LeaderElection election) {
            told.add("gained");
            try {
                goOn.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void lost(LeaderElection election, Loss loss) {
            told.add("lost");
        }
    }

    @Test
    void l72_aStarvedMachineMayCostTheLeadershipButNeverTheTruth(RedisNodes nodes) throws InterruptedException {
        Redlock redlock = engines.connected(nodes, Duration.ofSeconds(3));
        Candidate leader = new Candidate(redlock, "orders").leading();
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean burning = new AtomicBoolean(true);
        ExecutorService burners = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) {
            burners.execute(() -> {
                while (burning.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        for (int i = 0; i < 1000; i++) {
            ForkJoinPool.commonPool().execute(() -> awaitQuietly(over));
        }

        for (int i = 0; i < 100; i++) {
            redlock.acquire(redlock.request("lock-" + i)).orElseThrow().close();
            assertThat(isLeaderWithoutKeys(leader, nodes)).isFalse();
        }
        Engines.await().during(Duration.ofSeconds(2)).until(() -> !isLeaderWithoutKeys(leader, nodes));
        burning.set(false);
        over.countDown();
        burners.shutdown();

        Engines.await().until(leader::isLeader);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Two copies missing between two looks that found the same term. */
    private static boolean isLeaderWithoutKeys(Candidate leader, RedisNodes nodes) {
        OptionalLong before = leader.election().fencingToken();
        long copies = nodes.stream().filter(LeaderSafetyIT::isHeld).count();
        OptionalLong after = leader.election().fencingToken();
        return before.isPresent() && before.equals(after) && copies < 2;
    }

    private static boolean isHeld(RedisNode node) {
        return node.pttl(Engines.leaderKey("orders")) > 0;
    }
}
