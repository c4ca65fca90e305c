// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;

/**
 * Everything that can be set on an engine, checked as a whole: a contradiction is refused before anything is sent, with a
 * message that names the option, its value and the rule. Immutable; start from {@link #defaults()} or {@link #builder()}.
 *
 * @param ttl how long a node keeps a grant; at least 100 ms. Default 10 s
 * @param maxTtl the longest ttl anybody uses on these nodes, a constant of the cluster. Default: the ttl
 * @param previousMaxTtl the {@code maxTtl} of clients that are not restarted yet, while it is changed: until all clients have the
 *     new one and this is left out again, the ttl is at most the shorter of both. Default: {@code maxTtl}
 * @param takeover what a new holder must know before it begins. Default guarded
 * @param driftFactor the part of {@code maxTtl} given up for clocks that run at different rates, in [0.001, 0.5). Default
 *     0.01
 * @param nodeTimeout how long one vote may take; at most a quarter of the ttl. Default ttl/20 within 50–500 ms
 * @param timeout how long {@code acquire} goes on trying. Default 30 s
 * @param retryCount attempts after the first; {@link #UNLIMITED} within {@code timeout} is the default
 * @param retryDelay the pause between attempts when nothing better is known; at least 1 ms. Default 200 ms
 * @param retryJitter the most that is added to a pause at random, so that contenders part. Default 200 ms
 * @param extendPeriod how often a lease is extended. Default ttl/4
 * @param stepDownMargin how long before the deadline a leader steps down. Default ttl/5
 * @param memberId who this is, shown to others. Default {@code host-pid-random}
 * @param fencing whether grants carry a fencing token. Default true
 * @param notifications whether waiters are woken by the nodes. Default true
 */
public record RedlockOptions(
        Duration ttl,
        Duration maxTtl,
        Duration previousMaxTtl,
        Takeover takeover,
        double driftFactor,
        Duration nodeTimeout,
        Duration timeout,
        int retryCount,
        Duration retryDelay,
        Duration retryJitter,
        Duration extendPeriod,
        Duration stepDownMargin,
        String memberId,
        boolean fencing,
        boolean notifications) {

    /** As many attempts as {@code timeout} allows. */
    public static final int UNLIMITED = -1;

    /** The longest legal ttl: beyond it, arithmetic in nanoseconds would overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public RedlockOptions {
        ttl = Duration.ofMillis(ttl.toMillis());
        maxTtl = Duration.ofMillis(maxTtl.toMillis());
        previousMaxTtl = Duration.ofMillis(previousMaxTtl.toMillis());
        OptionRules.atMost("maxTtl", maxTtl, "the limit", LONGEST);
        OptionRules.atMost("previousMaxTtl", previousMaxTtl, "the limit", LONGEST);
        OptionRules.atMost("ttl", ttl, "maxTtl", maxTtl);
        OptionRules.atMost("ttl", ttl, "previousMaxTtl", previousMaxTtl);
        if (!(driftFactor >= 0.001 && driftFactor < 0.5)) {
            throw new IllegalArgumentException("driftFactor " + driftFactor + " must lie in [0.001, 0.5)");
        }
        Duration drift = Validity.drift(longer(maxTtl, previousMaxTtl), driftFactor);
        OptionRules.ttl(ttl, drift);
        OptionRules.atLeast("nodeTimeout", nodeTimeout, Duration.ofMillis(1));
        OptionRules.atMost("nodeTimeout", nodeTimeout, "a quarter of ttl", ttl.dividedBy(4));
        OptionRules.atLeast("timeout", timeout, Duration.ZERO);
        OptionRules.atLeast("retryDelay", retryDelay, Duration.ofMillis(1));
        OptionRules.atLeast("retryJitter", retryJitter, Duration.ZERO);
        OptionRules.retryCount(retryCount);
        OptionRules.atLeast("extendPeriod", extendPeriod, Duration.ofMillis(10));
        OptionRules.atLeast("stepDownMargin", stepDownMargin, Duration.ZERO);
        OptionRules.roomToExtend(ttl, drift, stepDownMargin, extendPeriod);
        if (memberId.isBlank()) {
            throw new IllegalArgumentException("memberId must not be blank");
        }
        if (memberId.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("memberId must be one line, without control characters");
        }
    }

    /** The defaults, with a member id of their own. */
    public static RedlockOptions defaults() {
        return builder().build();
    }

    /** Options to be set one by one; what is not set follows from the ttl. */
    public static RedlockOptionsBuilder builder() {
        return new RedlockOptionsBuilder();
    }

    /** What is given up of every ttl for clocks that run at different rates: {@code driftFactor × maxTtl + 2 ms}. */
    public Duration drift() {
        return Validity.drift(longestMaxTtl(), driftFactor);
    }

    /** The longest ttl that any client may use, those that are not restarted yet included. */
    public Duration longestMaxTtl() {
        return longer(maxTtl, previousMaxTtl);
    }

    /** What the clients that allow for the shortest ttl go by, those that are not restarted yet included. */
    public Duration shortestMaxTtl() {
        return maxTtl.compareTo(previousMaxTtl) < 0 ? maxTtl : previousMaxTtl;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /**
     * An answer that takes longer than this, {@code driftFactor × maxTtl / 4}, does not tell whether the node's clock is right
     * (S-T4). Two looks tell it to within the sum of their times, which must not exceed what the clock may have moved.
     */
    public Duration slowestLook() {
        return Duration.ofNanos((long) (driftFactor * shortestMaxTtl().toNanos() / 4));
    }

    /** What is given up of this ttl: classic Redlock goes by the ttl itself (S-L2). */
    Duration drift(Duration ofTtl) {
        return takeover == Takeover.CLASSIC ? Validity.drift(ofTtl, driftFactor) : drift();
    }

    /** How long anybody can hold without a word from a node, by any clock. */
    Duration longestHold() {
        return longestMaxTtl().plus(drift());
    }
}
