// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.support.cluster.RebalancingCamelClusterService;

/** A member under Camel's rebalancing service, with twelve namespaces. Also the main class of a JVM; arguments: the nodes and its name. */
final class RebalancedMember implements AutoCloseable {

    static final long PERIOD_MILLIS = 1_000;
    static final List<String> NAMESPACES =
            IntStream.rangeClosed(1, 12).mapToObj(number -> "part-" + number).toList();

    final TestMember member;
    private final AtomicInteger passes = new AtomicInteger();

    private RebalancedMember(TestMember member) {
        this.member = member;
    }

    public static void main(String[] arguments) throws Exception {
        start(TestMember.of(arguments[0], arguments[1]));
        System.out.println("up");
        boolean unused = new CountDownLatch(1).await(10, TimeUnit.MINUTES); // is killed long before
    }

    static RebalancedMember start(TestMember member) throws Exception {
        RebalancedMember started = new RebalancedMember(member);
        RebalancingCamelClusterService rebalancing =
                new RebalancingCamelClusterService(member.context, member.service, PERIOD_MILLIS) {
                    @Override
                    protected void reconcile() {
                        started.passes.incrementAndGet();
                        super.reconcile();
                    }
                };
        member.context.addService(rebalancing);
        member.context.start();
        for (String namespace : NAMESPACES) {
            rebalancing.getView(namespace);
        }
        return started;
    }

    /** How often it has looked whether all is balanced. */
    int passes() {
        return passes.get();
    }

    @Override
    public void close() {
        member.close();
    }
}
