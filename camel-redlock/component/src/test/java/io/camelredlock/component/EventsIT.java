// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.component.RedlockClusterEvent.Kind;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventNotifierSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The events that Camel's event notifiers are told. */
final class EventsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final List<RedlockClusterEvent> events = new CopyOnWriteArrayList<>();
    private final List<String> threads = new CopyOnWriteArrayList<>();
    private TestMember a;

    @BeforeEach
    void startMember(RedisNodes nodes) throws Exception {
        a = TestMember.of(nodes, "a");
        a.context.getManagementStrategy().addEventNotifier(new EventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                if (event instanceof RedlockClusterEvent ours) {
                    events.add(ours);
                    threads.add(Thread.currentThread().getName());
                    throw new IllegalStateException("a notifier's own trouble");
                }
            }
        });
        a.start();
    }

    @AfterEach
    void stopMember() {
        a.close();
    }

    @Test
    void aLeadershipIsGainedAndLostOnceOnAThreadOfItsOwn() throws Exception {
        RedlockClusterView view = a.leading("orders");
        await().atMost(SOON).until(() -> has(Kind.GAINED));
        view.setDisabled(true);
        await().atMost(SOON).until(() -> has(Kind.LOST));

        assertThat(events).extracting(RedlockClusterEvent::getKind).containsSubsequence(Kind.GAINED, Kind.LOST);
        assertThat(events.stream().filter(event -> event.getKind() == Kind.LOST))
                .hasSize(1);
        RedlockClusterEvent gained = of(Kind.GAINED);
        assertThat(gained.getType()).isEqualTo(CamelEvent.Type.Custom);
        assertThat(gained.getNamespace()).isEqualTo("orders");
        assertThat(gained.getLeader()).contains(a.id());
        assertThat(gained.getFencingToken()).isPresent();
        assertThat(gained.getSource()).isSameAs(a.service);
        assertThat(gained.getContext()).isSameAs(a.context);
        assertThat(of(Kind.LOST).getDetail()).isNotEmpty();
        assertThat(threads).allMatch(name -> name.contains("RedlockEvents"));
    }

    @Test
    void aLeadershipThatEndsWithItsContextIsLostToo() throws Exception {
        a.leading("orders");
        await().atMost(SOON).until(() -> has(Kind.GAINED));

        a.close();

        await().atMost(SOON).until(() -> has(Kind.LOST));
        assertThat(of(Kind.LOST).getDetail()).contains("in order");
    }

    @Test
    void aFollowerHearsWhoLeads(RedisNodes nodes) throws Exception {
        try (TestMember b = TestMember.started(nodes, "b")) {
            b.leading("orders");
            a.view("orders");

            await().atMost(SOON)
                    .until(() -> events.stream()
                            .anyMatch(event -> event.getKind() == Kind.LEADER_CHANGED
                                    && event.getLeader().equals(Optional.of(b.id()))));
            assertThat(has(Kind.GAINED)).isFalse();
        }
    }

    @Test
    void theQuorumIsLostAndRegained(RedisNodes nodes) throws Exception {
        a.leading("orders");
        nodes.all().subList(0, 2).forEach(RedisNode::kill);
        await().atMost(TTL.plus(SOON)).until(() -> has(Kind.QUORUM_LOST));
        assertThat(of(Kind.QUORUM_LOST).getDetail()).contains("not connected");

        nodes.all().subList(0, 2).forEach(RedisNode::restart);

        await().atMost(SOON.multipliedBy(2)).until(() -> has(Kind.QUORUM_REGAINED));
    }

    private boolean has(Kind kind) {
        return events.stream().anyMatch(event -> event.getKind() == kind);
    }

    private RedlockClusterEvent of(Kind kind) {
        return events.stream()
                .filter(event -> event.getKind() == kind)
                .findFirst()
                .orElseThrow();
    }
}
