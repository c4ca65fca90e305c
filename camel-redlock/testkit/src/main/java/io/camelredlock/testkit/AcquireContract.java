// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Getting a lease, or being told that somebody else has it. */
interface AcquireContract extends Contract {

    /** For tests with ttls of their own. */
    static RedlockOptionsBuilder upToOneMinute(RedlockOptionsBuilder options) {
        return options.maxTtl(Duration.ofMinutes(1)).driftFactor(0.001);
    }

    @Test
    default void l71_everyNodeKeepsAGrantForTheAskedTtl() throws InterruptedException {
        Redlock redlock = setting().engine(AcquireContract::upToOneMinute);
        for (long millis : new long[] {500, 1500, 2000, 60_000}) {
            String resource = "for-" + millis;
            long start = System.nanoTime();

            Lease lease = redlock.acquire(redlock.request(resource).ttl(Duration.ofMillis(millis)))
                    .orElseThrow();

            setting().assertKeptFor(Duration.ofMillis(millis), resource, start);
            lease.release();
        }
    }

    @Test
    default void l19_aLeaseIsTrustedForLessThanTheNodesKeepIt() {
        Lease lease = setting().engine().tryAcquire("orders").orElseThrow();

        for (RedisNode node : setting().answering()) {
            Setting.await().until(() -> node.pttl(setting().key("orders")) > 0); // its grant may come late
            long kept = node.pttl(setting().key("orders"));
            assertThat(lease.remaining().toMillis()).isPositive().isLessThanOrEqualTo(kept);
        }
    }

    @Test
    default void aHeldResourceIsRefusedAndItsHolderUntouched() {
        Lease holder = setting().othersLease("orders");
        Setting.await().until(() -> !values("orders").contains("none"));
        List<String> before = values("orders");

        assertThat(setting().engine().tryAcquire("orders")).isEmpty();
        assertThat(values("orders")).isEqualTo(before);
        assertThat(holder.isValid()).isTrue();
    }

    private List<String> values(String resource) {
        return setting().answering().stream()
                .map(node -> node.get(setting().key(resource)).orElse("none"))
                .toList();
    }

    @Test
    default void l24_guardedWorkDoesNotRunWithoutALease() throws Exception {
        setting().othersLease("orders");
        Redlock other = setting().engine();
        AtomicInteger runs = new AtomicInteger();

        for (long wait : new long[] {0, 100}) {
            assertThat(other.use(
                            other.request("orders").timeout(Duration.ofMillis(wait)),
                            (lease, signal) -> runs.incrementAndGet()))
                    .isEmpty();
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    default void severalResourcesAreTakenAllOrNone() {
        Redlock redlock = setting().engine();
        Lease part = setting().othersLease("b");

        assertThat(redlock.tryAcquire("c", "a", "b")).isEmpty();
        setting().assertGone("a", "c");

        part.release();
        Lease all = redlock.tryAcquire("c", "a", "b").orElseThrow();
        assertThat(all.resources()).containsExactly("a", "b", "c");
        assertThatThrownBy(all::fencingToken).isInstanceOf(IllegalStateException.class);
        all.release();
        setting().assertGone("a", "b", "c");
    }

    @Test
    default void everyGrantHasAGreaterFencingTokenWhoeverGetsIt() {
        Redlock one = setting().engine();
        Redlock other = setting().engine();
        long last = 0;
        for (int i = 0; i < 20; i++) {
            Lease lease = (i % 3 == 0 ? other : one).tryAcquire("orders").orElseThrow();
            assertThat(lease.fencingToken()).isGreaterThan(last);
            last = lease.fencingToken();
            lease.extend(Setting.TTL);
            assertThat(lease.fencingToken()).as("after an extension").isEqualTo(last);
            lease.release();
        }
    }

    @Test
    default void l67_everyKeyExpires() {
        Redlock redlock = setting().engine();
        Lease lease = redlock.tryAcquire("orders").orElseThrow();
        assertAllExpire();
        lease.extend(Setting.TTL);
        assertAllExpire();
        lease.release();
        assertAllExpire();
    }

    private void assertAllExpire() {
        for (RedisNode node : setting().answering()) {
            for (String key : Setting.keysOf(node)) {
                assertThat(node.pttl(key)).as("expiry of %s on %s", key, node).isNotEqualTo(-1);
            }
        }
    }

    @Test
    default void l118_everyCommandUsesTheSameKey() throws InterruptedException {
        Redlock redlock = setting().engine();
        Lease lease =
                redlock.acquire(redlock.request("orders").autoExtend(true)).orElseThrow();
        setting().assertKeptFor(Setting.TTL, "orders", System.nanoTime() - Setting.TTL.toNanos());
        Set<String> keys = keys();

        lease.extend(Setting.TTL);
        setting().engine().tryAcquire("orders");
        assertThat(keys()).isEqualTo(keys);

        lease.release();
        setting().assertGone("orders");
        keys.remove(setting().key("orders"));
        assertThat(keys()).isEqualTo(keys);
    }

    private Set<String> keys() {
        return setting().answering().stream()
                .flatMap(node -> Setting.keysOf(node).stream())
                .collect(Collectors.toSet());
    }
}
