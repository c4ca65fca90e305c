// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sets {@link RedlockOptions} one by one. Not safe for use by several threads. */
public final class RedlockOptionsBuilder {

    private static final Duration SHORTEST_NODE_TIMEOUT = Duration.ofMillis(50);
    private static final Duration LONGEST_NODE_TIMEOUT = Duration.ofMillis(500);

    private Duration ttl = Duration.ofSeconds(10);
    private @Nullable Duration maxTtl;
    private @Nullable Duration previousMaxTtl;
    private Takeover takeover = Takeover.GUARDED;
    private double driftFactor = 0.01;
    private @Nullable Duration nodeTimeout;
    private Duration timeout = Duration.ofSeconds(30);
    private int retryCount = RedlockOptions.UNLIMITED;
    private Duration retryDelay = Duration.ofMillis(200);
    private Duration retryJitter = Duration.ofMillis(200);
    private @Nullable Duration extendPeriod;
    private @Nullable Duration stepDownMargin;
    private @Nullable String memberId;
    private boolean fencing = true;
    private boolean notifications = true;

    RedlockOptionsBuilder() {}

    /** See {@link RedlockOptions#ttl()}. */
    public RedlockOptionsBuilder ttl(Duration value) {
        ttl = value;
        return this;
    }

    /** See {@link RedlockOptions#maxTtl()}. */
    public RedlockOptionsBuilder maxTtl(Duration value) {
        maxTtl = value;
        return this;
    }

    /** See {@link RedlockOptions#previousMaxTtl()}. */
    public RedlockOptionsBuilder previousMaxTtl(Duration value) {
        previousMaxTtl = value;
        return this;
    }

    /** See {@link RedlockOptions#takeover()}. */
    public RedlockOptionsBuilder takeover(Takeover value) {
        takeover = value;
        return this;
    }

    /** See {@link RedlockOptions#driftFactor()}. */
    public RedlockOptionsBuilder driftFactor(double value) {
        driftFactor = value;
        return this;
    }

    /** See {@link RedlockOptions#nodeTimeout()}. */
    public RedlockOptionsBuilder nodeTimeout(Duration value) {
        nodeTimeout = value;
        return this;
    }

    /** See {@link RedlockOptions#timeout()}. */
    public RedlockOptionsBuilder timeout(Duration value) {
        timeout = value;
        return this;
    }

    /** See {@link RedlockOptions#retryCount()}. */
    public RedlockOptionsBuilder retryCount(int value) {
        retryCount = value;
        return this;
    }

    /** See {@link RedlockOptions#retryDelay()}. */
    public RedlockOptionsBuilder retryDelay(Duration value) {
        retryDelay = value;
        return this;
    }

    /** See {@link RedlockOptions#retryJitter()}. */
    public RedlockOptionsBuilder retryJitter(Duration value) {
        retryJitter = value;
        return this;
    }

    /** See {@link RedlockOptions#extendPeriod()}. */
    public RedlockOptionsBuilder extendPeriod(Duration value) {
        extendPeriod = value;
        return this;
    }

    /** See {@link RedlockOptions#stepDownMargin()}. */
    public RedlockOptionsBuilder stepDownMargin(Duration value) {
        stepDownMargin = value;
        return this;
    }

    /** See {@link RedlockOptions#memberId()}; made unique for this start whatever is given. */
    public RedlockOptionsBuilder memberId(String value) {
        memberId = value;
        return this;
    }

    /** See {@link RedlockOptions#fencing()}. */
    public RedlockOptionsBuilder fencing(boolean value) {
        fencing = value;
        return this;
    }

    /** See {@link RedlockOptions#notifications()}. */
    public RedlockOptionsBuilder notifications(boolean value) {
        notifications = value;
        return this;
    }

    /**
     * The options, checked.
     *
     * @throws IllegalArgumentException if they contradict each other; names the option, the value and the rule
     */
    public RedlockOptions build() {
        Duration longest = maxTtl == null ? ttl : maxTtl;
        return new RedlockOptions(
                ttl,
                longest,
                previousMaxTtl == null ? longest : previousMaxTtl,
                takeover,
                driftFactor,
                nodeTimeout == null ? defaultNodeTimeout() : nodeTimeout,
                timeout,
                retryCount,
                retryDelay,
                retryJitter,
                extendPeriod == null ? ttl.dividedBy(4) : extendPeriod,
                stepDownMargin == null ? ttl.dividedBy(5) : stepDownMargin,
                MemberId.unique(memberId),
                fencing,
                notifications);
    }

    /** ttl/20 within 50–500 ms, and for a very short ttl no more than the quarter of it that the rule allows. */
    private Duration defaultNodeTimeout() {
        Duration wanted = between(SHORTEST_NODE_TIMEOUT, ttl.dividedBy(20), LONGEST_NODE_TIMEOUT);
        Duration allowed = ttl.dividedBy(4);
        return wanted.compareTo(allowed) > 0 ? allowed : wanted;
    }

    private static Duration between(Duration least, Duration value, Duration most) {
        if (value.compareTo(least) < 0) {
            return least;
        }
        return value.compareTo(most) > 0 ? most : value;
    }
}
