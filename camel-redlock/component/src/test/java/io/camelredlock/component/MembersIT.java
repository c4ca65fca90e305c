// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.component.RedlockClusterEvent.Kind;
import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNodes;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.cluster.CamelClusterMember;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventNotifierSupport;
import org.junit.jupiter.api.Test;

/** Who takes part in a cluster, as each member, each namespace and each kind of listener sees it. */
final class MembersIT extends TwoMembers {

    @Test
    void everyMemberSeesAllInEveryNamespaceAndWhoOfThemLeads() throws Exception {
        a.start();
        b.start();
        a.leading("orders");
        b.leading("bills");

        for (String namespace : new String[] {"orders", "bills"}) {
            awaitMembers(a, namespace, a.id(), b.id());
            awaitMembers(b, namespace, b.id(), a.id());
        }

        assertThat(leaders(b, "orders")).containsExactly(a.id());
        assertThat(leaders(b, "bills")).containsExactly(b.id());
        assertThat(leaders(a, "bills")).containsExactly(b.id());
    }

    @Test
    void c26MembersOfOneNameAreToldApart() throws Exception {
        b.service.setMemberId("a");
        a.start();
        b.start();

        assertThat(a.id()).isNotEqualTo(b.id());
        awaitMembers(a, "orders", a.id(), b.id());
    }

    @Test
    void anOrderlyStopRemovesTheMemberAtOnceAndAllAreTold() throws Exception {
        a.context.getManagementStrategy().addEventNotifier(new EventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                if (event instanceof RedlockClusterEvent ours
                        && (ours.getKind() == Kind.MEMBER_JOINED || ours.getKind() == Kind.MEMBER_LEFT)) {
                    journal.write(ours.getKind() + " " + ours.getDetail());
                }
            }
        });
        a.start();
        b.start();
        awaitMembers(a, "orders", a.id(), b.id());

        String left = b.id();
        b.close();

        awaitMembers(a, "orders", a.id());
        await().atMost(SOON).until(() -> journal.has("MEMBER_LEFT " + left));
        assertThat(journal.entries())
                .containsExactly("MEMBER_JOINED " + a.id(), "MEMBER_JOINED " + left, "MEMBER_LEFT " + left);
        assertThat(a.service.report().members()).containsExactly(a.id());
    }

    @Test
    void c39AMemberThatIsCutOffVanishesWhenItsTimeIsOver(RedisNodes nodes) throws Exception {
        a.service.setClusterId("both ways"); // the ways to the nodes differ
        a.start();
        try (NodeLinks links = nodes.links();
                TestMember c = TestMember.of(links.addresses(), "c")) {
            c.service.setClusterId("both ways");
            c.start();
            awaitMembers(a, "orders", a.id(), c.id());

            links.cut();

            await().atMost(TTL.multipliedBy(4).plus(SOON))
                    .untilAsserted(() -> assertThat(ids(a, "orders")).containsExactly(a.id()));
        }
    }

    @Test
    void aServiceThatIsStoppedIsNoMemberTillItStartsAgain() throws Exception {
        a.start();
        b.start();
        awaitMembers(a, "orders", a.id(), b.id());

        b.service.stop();
        awaitMembers(a, "orders", a.id());
        b.service.start();

        awaitMembers(a, "orders", a.id(), b.id());
    }

    @Test
    void aConsumerWithAnEngineOfItsOwnSeesMembersComeAndGoAndIsNone(RedisNodes nodes) throws Exception {
        a.start();
        try (DefaultCamelContext observer = new DefaultCamelContext()) {
            RedlockComponent component = new RedlockComponent();
            component.getConfiguration().setNodes(nodes.addresses());
            component.getConfiguration().setTtl(TTL.toMillis());
            component.getConfiguration().setDriftFactor(LockContext.DRIFT_FACTOR);
            observer.addComponent("redlock", component);
            observer.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("redlock:orders?initialEvent=false").process(this::write);
                }

                private void write(Exchange exchange) {
                    journal.write(exchange.getMessage().getBody() + " "
                            + exchange.getMessage().getHeader(RedlockConstants.MEMBER));
                }
            });
            observer.start();

            b.start();
            await().atMost(SOON).until(() -> journal.has("memberJoined " + b.id()));
            String left = b.id();
            b.close();
            await().atMost(SOON).until(() -> journal.has("memberLeft " + left));
            awaitMembers(a, "orders", a.id());
        }
    }

    private static void awaitMembers(TestMember member, String namespace, String... expected) throws Exception {
        RedlockClusterView view = member.view(namespace);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(view.getMembers().stream().map(CamelClusterMember::getId))
                        .containsExactly(expected));
    }

    private static Stream<String> ids(TestMember member, String namespace) throws Exception {
        return member.view(namespace).getMembers().stream().map(CamelClusterMember::getId);
    }

    private static Stream<String> leaders(TestMember member, String namespace) throws Exception {
        return member.view(namespace).getMembers().stream()
                .filter(CamelClusterMember::isLeader)
                .map(CamelClusterMember::getId);
    }
}
