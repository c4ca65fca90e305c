// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Redlock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then whether enough nodes vote. What it sees is known locally: no node is asked. Safe for use by several threads.
 */
final class QuorumWatch {

    private static final Logger LOG = LoggerFactory.getLogger(QuorumWatch.class);
    private static final Duration PERIOD = Duration.ofMillis(250);

    private final Redlock redlock;
    private final long graceLooks;
    private final BiConsumer<Boolean, String> changed;

    private volatile long missed;
    private boolean wasThere;
    private boolean isToldMissing;

    /**
     * A watch that may miss a quorum for so long before {@link #isMissing()}.
     *
     * @param changed is told that the quorum is there again or gone, with the conditions of the nodes
     */
    QuorumWatch(Redlock redlock, Duration grace, BiConsumer<Boolean, String> changed) {
        this.redlock = redlock;
        this.graceLooks = Math.max(1, grace.dividedBy(PERIOD));
        this.changed = changed;
    }

    /** Ends with the timers. */
    void begin(ScheduledExecutorService timers) {
        long millis = PERIOD.toMillis();
        ScheduledFuture<?> unused =
                timers.scheduleWithFixedDelay(this::lookGuarded, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Whether too few nodes have voted for longer than the grace. */
    boolean isMissing() {
        return missed >= graceLooks;
    }

    private void lookGuarded() {
        try {
            look();
        } catch (RuntimeException unexpected) {
            LOG.warn("The nodes could not be looked at; they will be again", unexpected);
        }
    }

    private synchronized void look() {
        boolean there = redlock.hasQuorum();
        missed = there ? 0 : missed + 1;
        boolean isNews = there ? isToldMissing : !isToldMissing && (wasThere || isMissing());
        wasThere |= there;
        if (isNews) {
            isToldMissing = !there;
            changed.accept(there, redlock.nodeConditions().toString());
        }
    }
}
