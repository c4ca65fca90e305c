// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a leadership up in order for others to take, and competes again when they had their chance. */
final class Resignation {

    private static final Logger LOG = LoggerFactory.getLogger(Resignation.class);

    private final RedlockClusterView view;
    private volatile boolean open;

    Resignation(RedlockClusterView view) {
        this.view = view;
    }

    /** Begins one; competes again so long after the work has drained at the earliest. */
    void begin(Duration pause, ScheduledExecutorService timers) {
        view.setDisabled(true);
        open = true;
        competeAgainLater(pause, timers);
    }

    /** Somebody else decided otherwise. */
    void cancel() {
        open = false;
    }

    private void competeAgainLater(Duration pause, ScheduledExecutorService timers) {
        try {
            ScheduledFuture<?> unused =
                    timers.schedule(() -> competeAgain(pause, timers), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("{} does not compete again: {}", view, closed.getMessage());
        }
    }

    private void competeAgain(Duration pause, ScheduledExecutorService timers) {
        if (open && view.isDraining()) {
            competeAgainLater(pause, timers);
        } else if (open) {
            view.setDisabled(false);
        }
    }
}
