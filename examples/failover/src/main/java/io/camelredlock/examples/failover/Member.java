// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.component.RedlockClusterService;
import java.util.List;
import org.apache.camel.main.Main;

/**
 * One of the JVMs that run the same route, of which one at a time owns it. Everything a real application needs is here and in
 * {@link OrdersRoute}: a cluster service, bound by a name, and a {@code master:} route. The rest lets the parent watch.
 */
final class Member {

    private Member() {}

    /** Runs until it is asked to stop (SIGTERM), in the {@link Role} that its arguments tell. */
    public static void main(String[] arguments) throws Exception {
        Role role = Role.of(List.of(arguments));
        Witness witness = new Witness(role, System.out);
        AppendTick append = new AppendTick(role, witness);

        Main camel = new Main();
        camel.bind("cluster", cluster(role));
        camel.configure().addRoutesBuilder(role.safe() ? new OrdersRoute(append) : new ObstinateRoute(append));
        camel.addMainListener(witness);
        camel.run();
    }

    private static RedlockClusterService cluster(Role role) {
        RedlockClusterService cluster = new RedlockClusterService();
        cluster.setNodes(role.nodes());
        cluster.setMemberId(role.name());
        cluster.setTtl(role.ttl().toMillis());
        cluster.setMaxTtl(role.ttl().toMillis());
        cluster.setStepDownMargin(role.stepDownMargin().toMillis());
        return cluster;
    }
}
