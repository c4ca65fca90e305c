// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells an operator what is wrong with a node: when it begins, with its cause, the same cause at most once a minute, and when it
 * is over. Used by one thread, read by all.
 */
final class TroubleLog {

    private static final Logger LOG = LoggerFactory.getLogger(TroubleLog.class);
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MOST_CAUSES = 32;

    private final String trouble;
    private final String relief;
    private final Map<String, Long> toldNanos = new LinkedHashMap<>();
    private volatile String cause = "";
    private boolean isTold;

    /** What does not work, before its cause is named, and what works again. */
    TroubleLog(String trouble, String relief) {
        this.trouble = trouble;
        this.relief = relief;
    }

    /** What is wrong now, or nothing. */
    String cause() {
        return cause;
    }

    void failing(String newCause, long nowNanos) {
        if (newCause.equals(cause)) {
            return;
        }
        cause = newCause;
        isTold |= mention(newCause, nowNanos);
    }

    /** Tells of something that is no lasting trouble. */
    boolean mention(String newCause, long nowNanos) {
        Long told = toldNanos.get(newCause);
        if (told != null && nowNanos - told < QUIET_NANOS) {
            return false;
        }
        remember(newCause, nowNanos);
        LOG.warn("{}: {}", trouble, newCause);
        return true;
    }

    void over() {
        if (cause.isEmpty()) {
            return;
        }
        cause = "";
        if (isTold) {
            isTold = false;
            LOG.info("{}", relief);
        }
    }

    private void remember(String newCause, long nowNanos) {
        toldNanos.remove(newCause);
        toldNanos.put(newCause, nowNanos);
        if (toldNanos.size() > MOST_CAUSES) {
            toldNanos.remove(toldNanos.keySet().iterator().next());
        }
    }
}
