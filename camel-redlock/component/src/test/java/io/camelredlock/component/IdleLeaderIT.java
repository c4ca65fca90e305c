// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.cluster.ClusteredRoutePolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leadership under which nothing works goes to another, if that is wished. */
final class IdleLeaderIT extends TwoMembers {

    @BeforeEach
    void resignWhenIdle() {
        a.service.setResignWhenIdle(2_500);
    }

    @Test
    void c05ALeaderWhoseRouteDoesNotStartGivesTheLeadershipAway() throws Exception {
        a.context.addComponent("broken", new BrokenComponent());
        a.route(route("master:orders:broken:queue", "a")).start();
        a.leading("orders");
        b.route(route("master:orders:timer:work?delay=0&period=20", "b")).start();

        await().atMost(SOON.multipliedBy(3)).until(() -> journal.has("b"));
        assertThat(a.service.isLeader("orders")).isFalse();
    }

    @Test
    void aLeaderWhoseRouteWasStoppedGivesTheLeadershipAway() throws Exception {
        a.route(underPolicy("a")).start();
        await().atMost(SOON).until(() -> journal.has("a"));
        b.route(underPolicy("b")).start();

        a.context.getRouteController().suspendRoute("work");

        await().atMost(SOON.multipliedBy(3)).until(() -> journal.has("b"));
    }

    @Test
    void aLeaderOneOfWhoseRoutesWorksStays() throws Exception {
        a.route(underPolicy("a"));
        a.route(route("master:orders:timer:other?delay=0&period=20", "other")).start();
        await().atMost(SOON).until(() -> journal.has("a") && journal.has("other"));
        b.route(underPolicy("b")).start();

        a.context.getRouteController().suspendRoute("work");

        await().during(Duration.ofSeconds(5)).atMost(SOON.multipliedBy(2)).until(() -> a.service.isLeader("orders"));
    }

    @Test
    void aTimeInWhichNoRouteCanStartIsRefused() {
        assertThatThrownBy(() -> a.service.setResignWhenIdle(1_000))
                .hasMessageContaining("resignWhenIdle 1000")
                .hasMessageContaining("2000");
    }

    private RouteBuilder route(String uri, String who) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).process(journal.step(who));
            }
        };
    }

    private RouteBuilder underPolicy(String who) {
        return new RouteBuilder() {
            @Override
            public void configure() throws Exception {
                from("timer:work?delay=0&period=20")
                        .routeId("work")
                        .routePolicy(ClusteredRoutePolicy.forNamespace("orders"))
                        .process(journal.step(who));
            }
        };
    }
}
