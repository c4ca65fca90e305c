// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's RedLock over one client for each node, with Redisson's defaults. */
final class RedissonRedLocks implements Contestant {

    private static final long TTL_SECONDS = 10;

    /** Long enough for one frozen node. */
    private static final long TIMEOUT_SECONDS = 60;

    private final List<RedissonClient> clients;

    RedissonRedLocks(RedisNodes nodes) {
        clients = nodes.stream().map(RedissonRedLocks::client).toList();
    }

    private static RedissonClient client(RedisNode node) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://" + node.address());
        return Redisson.create(config);
    }

    @Override
    public String name() {
        return "Redisson RedLock";
    }

    @Override
    @SuppressWarnings("deprecation") // it is deprecated in favour of nothing that asks several masters
    public Runnable acquire(int caller) {
        RLock[] locks = clients.stream()
                .map(client -> client.getLock(Callers.resource(this, caller)))
                .toArray(RLock[]::new);
        RLock all = new RedissonRedLock(locks);
        if (!tryLock(all)) {
            throw Callers.refused();
        }
        return all::unlock;
    }

    private static boolean tryLock(RLock lock) {
        try {
            return lock.tryLock(TIMEOUT_SECONDS, TTL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    @Override
    public void close() {
        clients.forEach(client -> client.shutdown(0, 1, TimeUnit.SECONDS));
    }
}
