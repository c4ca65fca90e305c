// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * What all nodes of one engine have in common.
 *
 * @param jedis how they are reached
 * @param engine what is agreed with the engine
 * @param threads runs the loops; each task ends when its node is closed
 * @param ticker the clock
 */
record NodeSettings(JedisOptions jedis, RedlockOptions engine, Executor threads, Ticker ticker) {

    private static final Duration SHORTEST_READ_TIMEOUT = Duration.ofSeconds(1);

    /** Below a second, so that a node that hangs up on clients idle for a second does not hang up on us. */
    private static final Duration LONGEST_CHECK_PERIOD = Duration.ofMillis(800);

    private static final Duration LONGEST_FAREWELL = Duration.ofMillis(500);

    NodeSettings {
        if (jedis.proxy()) {
            ProxyRules.check(engine);
        }
    }

    Keys keys() {
        return new Keys(jedis.keyPrefix());
    }

    Fingerprint fingerprint() {
        return fingerprint(jedis.clusterId(), engine.maxTtl());
    }

    /** What else a node may keep that serves our cluster, while it is changed: what clients say that are not restarted yet. */
    List<Fingerprint> otherFingerprints() {
        return Stream.of(
                        fingerprint(jedis.previousClusterId(), engine.previousMaxTtl()),
                        fingerprint(jedis.previousClusterId(), engine.maxTtl()),
                        fingerprint(jedis.clusterId(), engine.previousMaxTtl()))
                .filter(other -> !other.equals(fingerprint()))
                .distinct()
                .toList();
    }

    private Fingerprint fingerprint(String clusterId, Duration maxTtl) {
        return new Fingerprint(clusterId, Fingerprint.SCHEME, maxTtl.toMillis(), engine.driftFactor());
    }

    /** Whether nodes are asked what shows that they kept their memory and their clocks. */
    boolean wantsEvidence() {
        return engine.takeover() != Takeover.CLASSIC;
    }

    /** Whether there is a hash beside each key: for counters, and for the traces of keys that vanished. */
    boolean keepsMeta() {
        return engine.fencing() || wantsEvidence();
    }

    int connectTimeoutMillis() {
        return (int) jedis.connectTimeout().toMillis();
    }

    /** Without a reply for so long a connection is given up (S-C2). */
    int readTimeoutMillis() {
        Duration half = engine.ttl().dividedBy(2);
        return (int) Math.min(longer(half, SHORTEST_READ_TIMEOUT).toMillis(), Integer.MAX_VALUE);
    }

    /** How often a node is looked after that has nothing to do, or must not vote. */
    long checkPeriodNanos() {
        return shorter(engine.shortestMaxTtl().dividedBy(4), LONGEST_CHECK_PERIOD)
                .toNanos();
    }

    /** An answer that took longer does not tell whether the node's clock is right. */
    long slowestLookNanos() {
        return engine.slowestLook().toNanos();
    }

    /** A node whose answers are overdue by this takes nothing new. */
    long nodeTimeoutNanos() {
        return engine.nodeTimeout().toNanos();
    }

    /** How long a node that is being closed may still deliver. */
    long farewellNanos() {
        return shorter(engine.nodeTimeout(), LONGEST_FAREWELL).toNanos();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
