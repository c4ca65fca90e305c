// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;

/** The checks options share, each with a message that names option, value and rule. */
final class OptionRules {

    private OptionRules() {}

    static void atLeast(String option, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException(option + " " + value + " must be at least " + least);
        }
    }

    static void atMost(String option, Duration value, String limitName, Duration limit) {
        if (value.compareTo(limit) > 0) {
            throw new IllegalArgumentException(option + " " + value + " must be at most " + limitName + ", " + limit);
        }
    }

    static void retryCount(int count) {
        if (count < RedlockOptions.UNLIMITED) {
            throw new IllegalArgumentException(
                    "retryCount " + count + " must be 0 or more, or " + RedlockOptions.UNLIMITED + " for unlimited");
        }
    }

    /** A ttl must be long enough for the allowance for drift to be a small part of it. */
    static void ttl(Duration ttl, Duration drift) {
        atLeast("ttl", ttl, Duration.ofMillis(100));
        if (ttl.compareTo(drift.multipliedBy(5)) < 0) {
            throw new IllegalArgumentException("ttl " + ttl + " must be at least 5 times the drift allowance " + drift
                    + ", which follows from maxTtl and driftFactor");
        }
    }

    /** S-L3: an extension that fails must leave time for the next ones. */
    static void roomToExtend(Duration ttl, Duration drift, Duration margin, Duration period) {
        Duration room = ttl.minus(drift).minus(margin).minus(period);
        Duration needed = ttl.multipliedBy(3).dividedBy(10);
        if (room.compareTo(needed) < 0) {
            throw new IllegalArgumentException("extendPeriod " + period + " and stepDownMargin " + margin
                    + " leave too little of ttl " + ttl + ": ttl - drift " + drift
                    + " - stepDownMargin - extendPeriod must be at least 3/10 of ttl, " + needed);
        }
    }
}
