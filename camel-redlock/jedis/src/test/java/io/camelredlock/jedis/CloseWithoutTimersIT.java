// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application may shut its threads down in any order: an engine that is closed after its timers still ends. */
final class CloseWithoutTimersIT {

    private static final Duration TTL = Duration.ofSeconds(10);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private Redlock holding(RedisNodes nodes, CountedTimers timers) {
        Redlock redlock = Engines.connected(engines.connect(Engines.at(nodes.addresses()), Engines.ttl(TTL), timers));
        Lease lease = Engines.hold(redlock, "orders");
        Engines.awaitWhole(nodes, lease, TTL);
        timers.close();
        return redlock;
    }

    private static void close(Redlock redlock) {
        CompletableFuture<Void> closed = CompletableFuture.runAsync(redlock::close, task -> new Thread(task).start());
        closed.orTimeout(Engines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    @Test
    void whatIsHeldIsReleased(RedisNodes nodes) {
        Redlock redlock = holding(nodes, new CountedTimers());

        close(redlock);

        Engines.assertGone(nodes, Engines.key("orders"));
    }

    @Test
    void nodesThatAreSilentAreNotWaitedForForEver(RedisNodes nodes) {
        Redlock redlock = holding(nodes, new CountedTimers());
        nodes.get(0).freeze();
        nodes.get(1).freeze();

        close(redlock);

        Assertions.assertThat(nodes.get(2).get(Engines.key("orders"))).isEmpty();
        nodes.get(0).thaw();
        nodes.get(1).thaw();
    }
}
