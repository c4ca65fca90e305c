// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.jedis.JedisOptions;
import io.camelredlock.jedis.JedisRedlock;
import io.camelredlock.testkit.RedisNodes;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The engine of this project. */
final class Engine implements Contestant {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final String name;
    private final Redlock redlock;

    Engine(String name, RedisNodes nodes, RedlockOptions options) {
        this.name = name;
        this.redlock = connect(nodes, options);
        awaitAllNodes(redlock);
    }

    /** A new engine that has not waited for any node. */
    static Redlock connect(RedisNodes nodes, RedlockOptions options) {
        return JedisRedlock.connect(
                JedisOptions.builder().nodes(nodes.addresses()).build(), options);
    }

    /** Until every node votes. */
    static void awaitAllNodes(Redlock redlock) {
        while (!Set.copyOf(redlock.nodeConditions().values()).equals(Set.of("ok"))) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Runnable acquire(int caller) {
        Lease lease = redlock.tryAcquire(Callers.resource(this, caller)).orElseThrow(Callers::refused);
        return lease::release;
    }

    @Override
    public void close() {
        redlock.close();
    }
}
