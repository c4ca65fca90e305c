// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
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

    private final String subject;
    private final String trouble;
    private final String relief;
    private final Map<String, Long> toldNanos = new LinkedHashMap<>();
    private final Set<String> toldForEver = new HashSet<>();
    private volatile String cause = "";
    private boolean isTold;

    /** Whose trouble, what then does not work, and what does again when it is over. */
    TroubleLog(String subject, String trouble, String relief) {
        this.subject = subject;
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
        if (isNews(newCause, nowNanos)) {
            isTold = true;
            LOG.warn("{} {}: {}", subject, trouble, newCause);
        }
    }

    /** Tells of something that is no lasting trouble. */
    void mention(String words, long nowNanos) {
        if (isNews(words, nowNanos)) {
            LOG.warn("{}: {}", subject, words);
        }
    }

    /** Tells of something that will not change. */
    void mentionOnce(String words) {
        if (toldForEver.add(words)) {
            LOG.warn("{}: {}", subject, words);
        }
    }

    void over() {
        if (cause.isEmpty()) {
            return;
        }
        cause = "";
        if (isTold) {
            isTold = false;
            LOG.info("{} {}", subject, relief);
        }
    }

    /** Whether it has not been told for a minute. */
    boolean isNews(String words, long nowNanos) {
        Long told = toldNanos.get(words);
        if (told != null && nowNanos - told < QUIET_NANOS) {
            return false;
        }
        toldNanos.remove(words); // so that it becomes the youngest
        toldNanos.put(words, nowNanos);
        if (toldNanos.size() > MOST_CAUSES) {
            toldNanos.remove(toldNanos.keySet().iterator().next());
        }
        return true;
    }
}
