// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What it costs to look at the memory and the clock of the nodes at every grant: acquisitions under {@code takeover=guarded} beside
 * those under {@code classic}, by turns on the same nodes. Nothing is released, so that all figures are those of an acquisition.
 */
final class TakeoverCost {

    private static final int NODES = 3;

    private TakeoverCost() {}

    public static void main(String[] arguments) {
        boolean quick = Scale.of(arguments).isQuick();
        Report report = new Report("takeover-cost");
        for (int callers : new int[] {1, 32}) {
            try (RedisNodes nodes = RedisNodes.start(NODES);
                    Acquisitions classic = new Acquisitions(nodes, Takeover.CLASSIC);
                    Acquisitions guarded = new Acquisitions(nodes, Takeover.GUARDED);
                    Race race = new Race(nodes, callers)) {
                Runner.compete(race, List.of(classic, guarded), quick ? 5 : 25, Duration.ofMillis(quick ? 300 : 800))
                        .forEach(runner -> report.add(runner.row(NODES, callers)));
            }
        }
        report.print();
    }

    /** Takes another name each time, and leaves it to its expiry. */
    private static final class Acquisitions implements Contestant {

        /** So that an answer for which all callers compete still tells whether the node's clock is right. */
        private static final double SLOW_MACHINE = 0.05;

        private final String name;
        private final Redlock redlock;
        private final AtomicLong number = new AtomicLong();

        private Acquisitions(RedisNodes nodes, Takeover takeover) {
            name = takeover.name().toLowerCase(Locale.ROOT);
            redlock = Engine.connect(
                    nodes,
                    RedlockOptions.builder()
                            .takeover(takeover)
                            .driftFactor(SLOW_MACHINE)
                            .build());
            Engine.awaitAllNodes(redlock);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Runnable acquire(int caller) {
            if (redlock.tryAcquire(name + number.incrementAndGet()).isEmpty()) {
                throw Callers.refused();
            }
            return () -> {};
        }

        @Override
        public void close() {
            redlock.close();
        }
    }
}
