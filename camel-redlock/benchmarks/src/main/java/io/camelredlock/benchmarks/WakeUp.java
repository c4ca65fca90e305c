// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a lock stays free although somebody waits for it: from the call of release in one engine until acquire returns in
 * another. Waiters woken by the nodes, and waiters that ask again every 200 ms, take turns.
 */
final class WakeUp {

    private static final Duration POLL = Duration.ofMillis(200);

    /** The holder keeps the lock until the waiter surely waits, and then until a random moment of a polling period. */
    private static final Duration SETTLE = Duration.ofMillis(50);

    private static final int[] NODES = {1, 3, 5};

    private final Report report = new Report("wake-up");
    private final int handovers;

    private WakeUp(Scale scale) {
        handovers = scale.isQuick() ? 15 : 150;
    }

    public static void main(String[] arguments) {
        new WakeUp(Scale.of(arguments)).run();
    }

    private void run() {
        for (int nodes : NODES) {
            try (RedisNodes servers = RedisNodes.start(nodes)) {
                measure(servers);
            }
        }
        report.print();
    }

    private void measure(RedisNodes servers) {
        RedlockOptions woken = RedlockOptions.defaults();
        RedlockOptions polling = RedlockOptions.builder()
                .notifications(false)
                .retryDelay(POLL)
                .retryJitter(Duration.ZERO)
                .build();
        try (Waiters told = new Waiters(servers, woken);
                Waiters asking = new Waiters(servers, polling)) {
            for (int i = 0; i < handovers; i++) {
                told.handOver();
                asking.handOver();
            }
            told.report("woken by the nodes");
            asking.report("asks every 200 ms");
        }
    }

    /** Two engines that hand one lock to and fro. */
    private final class Waiters implements AutoCloseable {

        private final int nodes;
        private final Redlock one;
        private final Redlock other;
        private final Samples samples = new Samples();

        private Lease held;
        private boolean isOnes = true;

        Waiters(RedisNodes servers, RedlockOptions options) {
            nodes = servers.size();
            one = Engine.connect(servers, options);
            other = Engine.connect(servers, options);
            Engine.awaitAllNodes(one);
            Engine.awaitAllNodes(other);
            held = one.tryAcquire(name()).orElseThrow(Callers::refused);
        }

        private String name() {
            return "handed-over-" + System.identityHashCode(this);
        }

        void handOver() {
            Redlock waiter = isOnes ? other : one;
            CompletableFuture<Timed> next = CompletableFuture.supplyAsync(() -> acquire(waiter), Waiters::start);
            long phase = ThreadLocalRandom.current().nextLong(POLL.toNanos());
            LockSupport.parkNanos(SETTLE.toNanos() + phase);
            long released = System.nanoTime();
            held.release();
            Timed got = next.join();
            samples.add(got.nanos - released);
            held = got.lease;
            isOnes = !isOnes;
        }

        private Timed acquire(Redlock waiter) {
            try {
                Lease lease = waiter.acquire(waiter.request(name())).orElseThrow(Callers::refused);
                return new Timed(lease, System.nanoTime());
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        }

        private static void start(Runnable task) {
            new Thread(task, "waiter").start();
        }

        void report(String how) {
            report.add(new Row()
                    .with("nodes", nodes)
                    .with("waiter", how)
                    .with("handovers", samples.size())
                    .with("medianUs", samples.medianMicros())
                    .with("p99Us", samples.p99Micros())
                    .with("maxUs", samples.maxMicros()));
        }

        @Override
        public void close() {
            held.release();
            one.close();
            other.close();
        }
    }

    private record Timed(Lease lease, long nanos) {}
}
