// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import io.camelredlock.testkit.JvmProcess;
import jakarta.jms.JMSContext;
import java.time.Duration;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory;

/**
 * Orders go through four steps in three JVMs, each under one lock from its first step to its last.
 *
 * <p>Needs nothing but the JDK. Says what is done where, and ends with a line that begins with {@code RESULT}. Exit status 0: the
 * runs of an order never overlapped, and all came to their end. With {@code stale} a JVM is frozen in the middle of a step for so
 * long that it loses the lock; exit status 0 then means that the database refused what it wrote afterwards.
 */
public final class WorkflowExample {

    /** How soon a lock is free whose holder crashed, or was frozen. */
    static final Duration TTL = Duration.ofSeconds(3);

    /** How long a lock may be on its way from one JVM to the next. */
    static final Duration MAX_TTL = Duration.ofSeconds(20);

    private static final int ORDERS = 5;

    private WorkflowExample() {}

    /** Runs the example, with {@code orderly}, which is the default, or {@code stale}. */
    public static void main(String[] arguments) throws Exception {
        boolean passed;
        try (Servers servers = Servers.start();
                Workers workers = new Workers(servers.addresses())) {
            Orders orders = new Orders(servers.addresses().dataSource());
            orders.create();
            passed = switch (String.join(" ", arguments)) {
                case "", "orderly" -> orderly(servers, workers, orders);
                case "stale" -> stale(servers, workers, orders);
                default ->
                    throw new IllegalArgumentException(
                            "the only arguments are orderly and stale; given: " + List.of(arguments));
            };
        }
        System.exit(passed ? 0 : 1);
    }

    /** Every order twice, all at once. */
    private static boolean orderly(Servers servers, Workers workers, Orders orders) throws Exception {
        for (String part : List.of("reserve", "charge", "ship")) {
            workers.start(part);
        }
        for (int order = 1; order <= ORDERS; order++) {
            orders.open("order " + order);
            send("order " + order, "first", servers);
            send("order " + order, "second", servers);
        }
        workers.awaitLines(2 * ORDERS, line -> line.startsWith("WROTE ship"));
        return tell(Verdict.of(orders.history()), 2 * ORDERS, 0);
    }

    /** One order twice; the first time, who charges is frozen before it writes. */
    private static boolean stale(Servers servers, Workers workers, Orders orders) throws Exception {
        workers.start("reserve");
        workers.start("ship");
        JvmProcess frozen = workers.start("linger");
        orders.open("order 1");
        send("order 1", "first", servers);
        workers.awaitLines(1, "LINGERS"::equals);
        frozen.freeze();
        System.out.println("FROZEN  the JVM that charges, before it writes; its lock expires");
        workers.start("charge");
        send("order 1", "second", servers);
        workers.awaitLines(1, line -> line.startsWith("WROTE ship"));
        frozen.send("go on");
        frozen.thaw();
        System.out.println("THAWED  it goes on where it stood");
        workers.awaitLines(1, line -> line.startsWith("REFUSED"));
        return tell(Verdict.of(orders.history()), 1, 1);
    }

    private static void send(String order, String run, Servers servers) throws Exception {
        try (ActiveMQJMSConnectionFactory broker =
                        new ActiveMQJMSConnectionFactory(servers.addresses().broker());
                JMSContext jms = broker.createContext()) {
            jms.createProducer()
                    .setProperty(WriteStep.ORDER, order)
                    .setProperty(WriteStep.RUN, run)
                    .send(jms.createQueue("orders"), "a thing to be sold");
        }
    }

    private static boolean tell(Verdict verdict, int expected, int refused) {
        boolean passed = verdict.isPassed(expected);
        System.out.printf(
                "RESULT {\"completed\":%d,\"overlaps\":%d,\"tokensBack\":%d,\"refused\":%d,\"passed\":%b}%n",
                verdict.completed(), verdict.overlaps(), verdict.tokensBack(), refused, passed);
        return passed;
    }
}
