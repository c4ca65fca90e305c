// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.component.RedlockClusterService;
import io.camelredlock.testkit.NodeLinks;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.apache.camel.cluster.CamelClusterEventListener;
import org.apache.camel.cluster.CamelClusterView;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * How soon a view's listener hears that its member leads: on a warm context, after the former leader left in order, and after
 * the former leader was cut off, beyond the time its grants were still good for. Prints one line of JSON, in milliseconds.
 */
public final class ViewEvents {

    private static final int NODES = 3;
    private static final int TTL_MILLIS = 3_000;

    private final RedisNodes nodes;
    private final int runs;

    private ViewEvents(RedisNodes nodes, int runs) {
        this.nodes = nodes;
        this.runs = runs;
    }

    /** Takes {@code quick} for a short run. */
    public static void main(String[] arguments) throws Exception {
        boolean quick = Arrays.asList(arguments).contains("quick");
        try (RedisNodes nodes = RedisNodes.start(NODES)) {
            System.out.println(new ViewEvents(nodes, quick ? 5 : 30).measure());
        }
    }

    private String measure() throws Exception {
        double[] crash = new double[Math.max(3, runs / 3)];
        for (int run = 0; run < crash.length; run++) {
            crash[run] = crashFailover("crash" + run);
        }
        try (Member a = new Member(nodes.addresses());
                Member b = new Member(nodes.addresses())) {
            warmUp(a, b);
            double[] first = new double[runs];
            double[] orderly = new double[runs];
            for (int run = 0; run < runs; run++) {
                first[run] = firstLeader(a, "first" + run);
                orderly[run] = orderlyHandover(a, b, "orderly" + run);
            }
            return "RESULT {\"benchmark\":\"ViewEvents\",\"ttlMs\":" + TTL_MILLIS + ","
                    + figures("firstLeaderMs", first) + "," + figures("orderlyHandoverMs", orderly) + ","
                    + figures("crashFailoverBeyondTtlMs", crash) + ",\"load\":" + load() + "}";
        }
    }

    private static void warmUp(Member a, Member b) throws Exception {
        for (int run = 0; run < 10; run++) {
            firstLeader(a, "warm" + run);
            orderlyHandover(a, b, "warmer" + run);
        }
    }

    private static double firstLeader(Member member, String namespace) throws Exception {
        long start = System.nanoTime();
        Candidate candidate = member.competeFor(namespace);
        double millis = candidate.millisUntilLeader(start);
        candidate.leave();
        return millis;
    }

    private static double orderlyHandover(Member a, Member b, String namespace) throws Exception {
        Candidate leader = a.competeFor(namespace);
        leader.millisUntilLeader(0);
        Candidate follower = b.competeFor(namespace);
        follower.awaitSightOfLeader();
        long start = System.nanoTime();
        leader.leave();
        double millis = follower.millisUntilLeader(start);
        follower.leave();
        return millis;
    }

    /** The former leader is cut off, which is to the nodes as if it had died. */
    private double crashFailover(String namespace) throws Exception {
        try (NodeLinks links = nodes.links();
                Member a = new Member(links.addresses());
                Member b = new Member(nodes.addresses())) {
            Candidate leader = a.competeFor(namespace);
            leader.millisUntilLeader(0);
            Candidate follower = b.competeFor(namespace);
            follower.awaitSightOfLeader();
            links.cut();
            return follower.millisUntilLeader(expiryNanos(namespace));
        }
    }

    /** When a quorum of the nodes lets the grant expire, at the earliest. */
    private long expiryNanos(String namespace) {
        return nodes.stream()
                .mapToLong(node -> node.keys("*" + namespace).stream()
                        .mapToLong(key -> expiryNanos(node, key))
                        .max()
                        .orElseGet(System::nanoTime))
                .sorted()
                .skip(NODES / 2)
                .findFirst()
                .orElseThrow();
    }

    private static long expiryNanos(RedisNode node, String key) {
        long asked = System.nanoTime();
        return asked + TimeUnit.MILLISECONDS.toNanos(Math.max(0, node.pttl(key)));
    }

    private static String figures(String name, double[] millis) {
        double[] sorted = DoubleStream.of(millis).sorted().toArray();
        return String.format(
                Locale.ROOT,
                "\"%sMedian\":%.1f,\"%sMax\":%.1f",
                name,
                sorted[sorted.length / 2],
                name,
                sorted[sorted.length - 1]);
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** A context with a cluster service. */
    private static final class Member implements AutoCloseable {

        private final DefaultCamelContext context = new DefaultCamelContext();
        private final RedlockClusterService service = new RedlockClusterService();

        Member(String addresses) throws Exception {
            context.disableJMX();
            service.setNodes(addresses);
            service.setClusterId("benchmark");
            service.setTtl(TTL_MILLIS);
            context.addService(service);
            context.start();
        }

        Candidate competeFor(String namespace) throws Exception {
            return new Candidate(service, service.getView(namespace));
        }

        @Override
        public void close() {
            context.stop();
        }
    }

    /** A view with a listener that waits for leadership. */
    private static final class Candidate {

        private final RedlockClusterService service;
        private final CamelClusterView view;
        private final CountDownLatch leads = new CountDownLatch(1);
        private volatile long ledNanos;

        Candidate(RedlockClusterService service, CamelClusterView view) {
            this.service = service;
            this.view = view;
            CamelClusterEventListener.Leadership listener = (changed, leader) -> changed();
            view.addEventListener(listener);
        }

        private void changed() {
            if (view.getLocalMember().isLeader()) {
                ledNanos = System.nanoTime();
                leads.countDown();
            }
        }

        double millisUntilLeader(long startNanos) throws InterruptedException {
            if (!leads.await(2L * TTL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("no leader of " + view.getNamespace() + " in 2 ttl");
            }
            return (ledNanos - startNanos) / 1e6;
        }

        void awaitSightOfLeader() {
            while (view.getLeader().isEmpty()) {
                Thread.onSpinWait();
            }
        }

        void leave() throws Exception {
            service.releaseView(view);
        }
    }
}
