// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Loss;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * One of several JVMs whose exchanges want the same keys. Some exchanges fail, some stay for longer than their lock may be held. Says
 * {@code did} and what became of the exchange as it goes, and {@code done} and how many leases are held when all its exchanges are
 * over; then its engine lives on until the process is ended.
 */
final class SoakMember {

    static final Duration TTL = Duration.ofSeconds(3);

    private static final int AT_ONCE = 8;
    /** So long that keys nobody gives back would outlive the time in which they have to go. */
    private static final long MAX_HOLD_MILLIS = 2 * TTL.toMillis();

    private final SoakReferee referee;
    private final Random random;
    private final int keys;

    private SoakMember(Path folder, int keys) {
        this.referee = new SoakReferee(folder);
        this.random = new Random(ProcessHandle.current().pid());
        this.keys = keys;
    }

    /** Takes the nodes, the referee's folder, the number of keys and that of exchanges. */
    public static void main(String[] arguments) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        context.disableJMX();
        RedlockComponent component = context.getComponent("redlock", RedlockComponent.class);
        component.getConfiguration().setNodes(arguments[0]);
        component.getConfiguration().setTtl(TTL.toMillis());
        SoakMember member = new SoakMember(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
        context.addRoutes(member.routes());
        context.start();
        member.work(context.createProducerTemplate(), Integer.parseInt(arguments[3]));
        System.out.println("done " + component.locks().redlock().leases());
        new CountDownLatch(1).await();
    }

    private RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:work")
                        .errorHandler(noErrorHandler())
                        .toD("redlock:key-${header.key}?timeout=20s&maxHold=" + MAX_HOLD_MILLIS)
                        .process(SoakMember.this::inside)
                        .process(SoakMember.this::fate);
            }
        };
    }

    private void inside(Exchange exchange) {
        String key = exchange.getMessage().getHeader("key", String.class);
        referee.enter(key);
        LockSupport.parkNanos(random.nextInt(5_000_000));
        referee.leave(key);
    }

    /** One in forty fails, and one in forty stays until its lock is lost. */
    private void fate(Exchange exchange) {
        int drawn = random.nextInt(40);
        if (drawn == 0) {
            throw new IllegalStateException("as some do");
        }
        Lease lease = exchange.getProperty(RedlockConstants.LEASE, Lease.class);
        while (drawn == 1 && lease.isValid()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private void work(ProducerTemplate template, int exchanges) throws InterruptedException {
        ExecutorService senders = Executors.newFixedThreadPool(AT_ONCE);
        for (int number = 0; number < exchanges; number++) {
            senders.execute(() -> {
                String key = String.valueOf(random.nextInt(keys));
                Exchange over = template.send(
                        "direct:work", exchange -> exchange.getMessage().setHeader("key", key));
                System.out.println("did " + fateOf(over));
            });
        }
        senders.shutdown();
        boolean unused = senders.awaitTermination(10, TimeUnit.MINUTES);
    }

    private static SoakFate fateOf(Exchange over) {
        Lease lease = over.getProperty(RedlockConstants.LEASE, Lease.class);
        if (lease == null) {
            return SoakFate.UNLOCKED;
        }
        if (lease.isValid()) {
            return SoakFate.STILL_HELD;
        }
        boolean released = lease.loss().map(Loss::reason).equals(Optional.of(Loss.Reason.RELEASED));
        return !released ? SoakFate.LOST : over.isFailed() ? SoakFate.FAILED : SoakFate.WELL;
    }
}
