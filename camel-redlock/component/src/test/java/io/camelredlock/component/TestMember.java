// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.cluster.CamelClusterMember;
import org.apache.camel.cluster.CamelClusterView;
import org.apache.camel.impl.DefaultCamelContext;

/** One member of a cluster under test: a Camel context with a cluster service. Ended with the test. */
final class TestMember implements AutoCloseable {

    static final Duration TTL = Duration.ofSeconds(3);
    static final Duration SOON = Duration.ofSeconds(5);

    final DefaultCamelContext context = new DefaultCamelContext();
    final RedlockClusterService service = new RedlockClusterService();

    private TestMember(String nodes, String name) {
        context.getCamelContextExtension().setName(name);
        context.disableJMX();
        context.getShutdownStrategy().setTimeout(20);
        service.setNodes(nodes);
        service.setMemberId(name);
        service.setTtl(TTL.toMillis());
        service.setDriftFactor(LockContext.DRIFT_FACTOR);
    }

    /** Not started yet, so that more can be set. */
    static TestMember of(RedisNodes nodes, String name) {
        return of(nodes.addresses(), name);
    }

    static TestMember of(String nodes, String name) {
        return new TestMember(nodes, name);
    }

    static TestMember started(RedisNodes nodes, String name) throws Exception {
        return of(nodes, name).start();
    }

    TestMember route(RouteBuilder routes) throws Exception {
        context.addRoutes(routes);
        return this;
    }

    TestMember start() throws Exception {
        addService();
        context.start();
        return this;
    }

    TestMember addService() throws Exception {
        if (context.hasService(RedlockClusterService.class) == null) {
            context.addService(service);
        }
        return this;
    }

    RedlockClusterView view(String namespace) throws Exception {
        return (RedlockClusterView) service.getView(namespace);
    }

    /** Waits until this member leads, and gives its view. */
    RedlockClusterView leading(String namespace) throws Exception {
        RedlockClusterView view = view(namespace);
        awaitLeader(view);
        return view;
    }

    static void awaitLeader(CamelClusterView view) {
        await().atMost(SOON).until(() -> view.getLocalMember().isLeader());
    }

    static String leaderOf(CamelClusterView view) {
        return view.getLeader().map(CamelClusterMember::getId).orElse("nobody");
    }

    String id() {
        return service.memberId();
    }

    @Override
    public void close() {
        context.stop();
    }
}
