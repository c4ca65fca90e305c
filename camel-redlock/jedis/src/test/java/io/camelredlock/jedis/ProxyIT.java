// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.camelredlock.core.Lease;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Release;
import io.camelredlock.core.Takeover;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nodes that stand behind twemproxy (S-N4); skipped where there is none. */
class ProxyIT {

    private static final Duration TTL = Duration.ofSeconds(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private List<RedisNodes> behind;
    private List<Twemproxy> proxies;

    @BeforeEach
    void start() throws IOException {
        assumeThat(Twemproxy.program()).as("nutcracker on this machine").isPresent();
        behind = IntStream.range(0, 3)
                .mapToObj(proxy -> RedisNodes.builder().nodes(2).unknown().start())
                .toList();
        proxies = List.of(
                Twemproxy.before(behind.get(0)), Twemproxy.before(behind.get(1)), Twemproxy.before(behind.get(2)));
    }

    @AfterEach
    void end() {
        if (proxies != null) {
            proxies.forEach(Twemproxy::close);
            behind.forEach(RedisNodes::close);
        }
    }

    @Test
    void aLeaseLivesItsWholeLifeBehindProxies() {
        Redlock one = engine();
        Redlock other = engine();

        for (String resource : List.of("orders", "invoices", "{a}b", "c")) {
            Lease lease = one.tryAcquire(resource).orElseThrow();
            assertThat(other.tryAcquire(resource)).isEmpty();
            assertThat(lease.extend(TTL)).isPositive();
            Engines.await().until(() -> copies(resource) == 3); // a quorum was enough for the answer
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
            Engines.await().until(() -> copies(resource) == 0);
            assertThat(other.tryAcquire(resource)).isPresent();
        }
    }

    @Test
    void onlyTheKeyOfTheResourceIsTouched() {
        assertThat(engine().tryAcquire("orders")).isPresent();

        assertThat(behind.stream().flatMap(RedisNodes::stream).flatMap(node -> node.keys().stream()))
                .containsOnly(Engines.key("orders"));
    }

    @Test
    void aMinorityOfDeadServersIsNoMatter() {
        Redlock redlock = engine();
        behind.get(0).forEach(RedisNode::kill);

        Lease lease = redlock.tryAcquire("orders").orElseThrow();

        assertThat(lease.extend(TTL)).isPositive();
        assertThat(redlock.tryAcquire("orders")).isEmpty();
    }

    @Test
    void severalResourcesAtOnceAreRefusedInWords() {
        Redlock redlock = engine();

        assertThatThrownBy(() -> redlock.tryAcquire("orders", "invoices"))
                .isInstanceOf(QuorumUnreachableException.class)
                .hasMessageContaining("one resource");
    }

    private Redlock engine() {
        String addresses = proxies.stream().map(Twemproxy::address).reduce("", (all, next) -> all + "," + next);
        RedlockOptionsBuilder options =
                Engines.ttl(TTL).takeover(Takeover.CLASSIC).fencing(false).notifications(false);
        return Engines.connected(
                engines.connect(Engines.at(addresses.substring(1)).proxy(true), options));
    }

    private long copies(String resource) {
        return behind.stream()
                .flatMap(RedisNodes::stream)
                .filter(node -> node.get(Engines.key(resource)).isPresent())
                .count();
    }
}
