// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.cluster.CamelClusterEventListener;

/**
 * A member in a JVM of its own, with a long and a short piece of work, each under a namespace of its own. Arguments: the nodes, the
 * member's name, and how long its producers take to stop, in milliseconds. Prints what happens, a line each: {@code up MEMBER}, and {@code gains},
 * {@code begins} and {@code ends} with namespace, member and the monotonic time, which all processes of a machine share.
 */
final class WorkingJvm {

    private static final Duration LONG = Duration.ofSeconds(5);
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final String name;

    private WorkingJvm(String name) {
        this.name = name;
    }

    public static void main(String[] arguments) throws Exception {
        new WorkingJvm(arguments[1]).run(arguments[0], Duration.ofMillis(Long.parseLong(arguments[2])));
    }

    private void run(String nodes, Duration stopTime) throws Exception {
        TestMember member = TestMember.of(nodes, name);
        member.context.addComponent("slow", new SlowStopComponent(stopTime));
        Runtime.getRuntime().addShutdownHook(new Thread(member::close));
        member.route(work("orders", LONG)).route(work("bills", SHORT)).start();
        watch(member, "orders");
        watch(member, "bills");
        System.out.println("up " + name);
        Thread.currentThread().join(); // until it is asked to end
    }

    private RouteBuilder work(String namespace, Duration time) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("master:" + namespace + ":timer:" + namespace + "?delay=0&period=50")
                        .routeId(namespace)
                        .process(exchange -> print("begins", exchange))
                        .delay(time.toMillis())
                        .syncDelayed()
                        .to("slow:" + namespace)
                        .process(exchange -> print("ends", exchange));
            }
        };
    }

    private void watch(TestMember member, String namespace) {
        CamelClusterEventListener.Leadership listener = (view, leader) -> {
            if (view.getLocalMember().isLeader()) {
                print("gains", namespace);
            }
        };
        member.service.peek(namespace).orElseThrow().addEventListener(listener);
    }

    private void print(String what, Exchange exchange) {
        print(what, exchange.getFromRouteId());
    }

    private void print(String what, String namespace) {
        System.out.println(what + " " + namespace + " " + name + " " + System.nanoTime());
    }
}
