// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.camel.cluster.CamelClusterEventListener;
import org.apache.camel.cluster.CamelClusterMember;
import org.apache.camel.cluster.CamelClusterView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the listeners of a view are told, and when, whatever the others do. */
final class ListenersIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final Journal journal = new Journal();
    private final CountDownLatch end = new CountDownLatch(1);

    private TestMember a;
    private RedlockClusterView view;

    @BeforeEach
    void startMember(RedisNodes nodes) throws Exception {
        a = TestMember.started(nodes, "a");
        view = a.view("orders");
        view.setDisabled(true); // so that each test decides when it gains
    }

    @AfterEach
    void stopMember() {
        end.countDown();
        a.close();
    }

    @Test
    void c21AListenerThatFailsKeepsNobodyFromLeading() {
        view.addEventListener(onChange(led -> {
            throw new IllegalStateException("a listener's own trouble");
        }));
        view.addEventListener(writing("second"));

        view.setDisabled(false);

        await().atMost(SOON).until(() -> journal.has("second leads"));
        assertThat(view.getLocalMember().isLeader()).isTrue();
    }

    @Test
    void c29ANewListenerIsToldThePresentStateOnTheCallersThread() throws Exception {
        view.addEventListener(writing("early"));
        assertThat(journal.entries()).containsExactly("early follows");
        view.setDisabled(false);
        await().atMost(SOON).until(() -> journal.has("early leads"));

        view.addEventListener(writing("late"));

        assertThat(journal.entries()).endsWith("late leads");
    }

    @Test
    void c30AllListenersAreToldEachGainAndLossInOrder() {
        List<String> names = List.of("one", "two", "three", "four");
        names.forEach(name -> view.addEventListener(writing(name)));

        view.setDisabled(false);
        await().atMost(SOON).until(() -> names.stream().allMatch(name -> journal.has(name + " leads")));
        view.setDisabled(true);

        names.forEach(name -> await().atMost(SOON)
                .untilAsserted(() -> assertThat(journal.entries().stream().filter(told -> told.startsWith(name)))
                        .startsWith(name + " follows", name + " leads", name + " follows")));
    }

    @Test
    void c37ASlowListenerHoldsUpNeitherTheOthersNorTheExtensions() {
        view.addEventListener(onChange(led -> {
            if (led) {
                waitForTheEnd();
            }
        }));
        view.addEventListener(writing("second"));

        view.setDisabled(false);

        await().atMost(SOON).until(() -> journal.has("second leads"));
        await().during(TestMember.TTL.plusSeconds(1))
                .atMost(TestMember.TTL.multipliedBy(3))
                .until(() -> view.getLocalMember().isLeader());
    }

    @Test
    void c37AListenerMayRemoveItselfAndAddAnotherInItsCallback() {
        view.addEventListener(new CamelClusterEventListener.Leadership() {
            @Override
            public void leadershipChanged(CamelClusterView changed, CamelClusterMember leader) {
                changed.removeEventListener(this);
                changed.addEventListener(writing("added"));
                journal.write("removed itself");
            }
        });

        view.setDisabled(false);

        await().atMost(SOON).until(() -> journal.has("added leads"));
        assertThat(journal.count("removed itself")).isEqualTo(1);
    }

    @Test
    void aRemovedListenerIsNotWaitedForAndHearsNoMore() {
        CamelClusterEventListener stuck = onChange(led -> {
            if (led) {
                journal.write("stuck");
                waitForTheEnd();
            }
        });
        view.addEventListener(stuck);
        view.setDisabled(false);
        await().atMost(SOON).until(() -> journal.has("stuck"));

        view.removeEventListener(stuck); // must return although the callback does not
        end.countDown();
        view.setDisabled(true);
        view.setDisabled(false);

        TestMember.awaitLeader(view);
        assertThat(journal.count("stuck")).isEqualTo(1);
    }

    @Test
    void followersAreToldAgainAfterALoss() {
        view.addEventListener(writing("one"));
        view.setDisabled(false);
        await().atMost(SOON).until(() -> journal.has("one leads"));
        journal.clear();

        view.setDisabled(true);

        await().atMost(Duration.ofSeconds(8)).until(() -> journal.count("one follows") >= 3);
        assertThat(journal.has("one leads")).isFalse();
    }

    @Test
    void membersComeAndGoForMembershipListeners(RedisNodes nodes) throws Exception {
        try (TestMember b = TestMember.started(nodes, "b")) {
            view.addEventListener(new CamelClusterEventListener.Membership() {
                @Override
                public void memberAdded(CamelClusterView changed, CamelClusterMember member) {
                    journal.write("+" + member.getId());
                }

                @Override
                public void memberRemoved(CamelClusterView changed, CamelClusterMember member) {
                    journal.write("-" + member.getId());
                }
            });
            String other = b.id();
            await().atMost(SOON).until(() -> journal.has("+" + other));
            b.close();
            await().atMost(SOON).until(() -> journal.has("-" + other));
            assertThat(journal.entries()).containsExactly("+" + a.id(), "+" + other, "-" + other);
        }
    }

    @Test
    void nobodyIsToldAnythingOnceTheContextStops() {
        view.setDisabled(false);
        TestMember.awaitLeader(view);
        view.addEventListener(writing("one"));
        journal.clear();

        a.close();

        assertThat(view.getLocalMember().isLeader()).isFalse();
        assertThat(journal.entries()).isEmpty();
    }

    private CamelClusterEventListener writing(String name) {
        return onChange(led -> journal.write(name + (led ? " leads" : " follows")));
    }

    private static CamelClusterEventListener.Leadership onChange(Consumer<Boolean> told) {
        return (view, leader) -> told.accept(view.getLocalMember().isLeader());
    }

    private void waitForTheEnd() {
        try {
            assertThat(end.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
