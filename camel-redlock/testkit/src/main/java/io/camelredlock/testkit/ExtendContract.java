// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseLostException;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Redlock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Keeping a lease: as asked, and by itself. */
interface ExtendContract extends Contract {

    @Test
    default void l71_l102_extendSetsTheTtlAndExtendByAddsToWhatIsLeft() throws InterruptedException {
        Redlock redlock = setting().engine(AcquireContract::upToOneMinute);
        Lease lease = redlock.acquire(redlock.request("orders").ttl(Duration.ofSeconds(3)))
                .orElseThrow();

        long longer = System.nanoTime();
        Duration left = lease.extend(Duration.ofSeconds(20));
        setting().assertKeptFor(Duration.ofSeconds(20), "orders", longer);
        assertThat(left).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(20));

        long shorter = System.nanoTime();
        lease.extend(Duration.ofSeconds(5));
        setting().assertKeptFor(Duration.ofSeconds(5), "orders", shorter);
        assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(5));

        lease.extendBy(Duration.ofSeconds(30));
        setting().assertKeptFor(Duration.ofSeconds(35), "orders", shorter);
    }

    @Test
    default void l102_extensionNeverGrowsALeaseBeyondOneTtl() {
        Lease lease = setting().engine().tryAcquire("orders").orElseThrow();
        for (int i = 0; i < 100; i++) {
            long start = System.nanoTime();
            assertThat(lease.extend(Setting.TTL)).isLessThan(Setting.TTL);
            if (i % 33 == 0) {
                setting().assertKeptFor(Setting.TTL, "orders", start);
            }
        }
    }

    @Test
    default void automaticExtensionHoldsALeaseBeyondItsTtlAndLossIsToldOnce() throws InterruptedException {
        Redlock redlock = setting().engine(Duration.ofMillis(800));
        Lease lease =
                redlock.acquire(redlock.request("orders").autoExtend(true)).orElseThrow();
        AtomicInteger losses = new AtomicInteger();
        lease.addListener((lost, loss) -> losses.incrementAndGet());
        long ttlPassed = System.nanoTime() + Duration.ofMillis(1600).toNanos();

        Setting.await().until(() -> !lease.isValid() || System.nanoTime() - ttlPassed > 0);
        assertThat(lease.loss()).isEmpty();
        assertThat(lease.isValid()).isTrue();

        Setting.await()
                .until(
                        () -> { // until none is left: those deleted first may be healed meanwhile
                            setting().destroy("orders");
                            return !lease.isValid();
                        });
        Setting.await().until(() -> losses.get() == 1);
        assertThat(lease.loss().orElseThrow().reason()).isEqualTo(Loss.Reason.TAKEN_OVER);
        assertThatThrownBy(() -> lease.extend(Duration.ofMillis(800))).isInstanceOf(LeaseLostException.class);
        assertThat(losses).hasValue(1);
    }

    @Test
    default void aNodeThatLostTheKeyGetsItBackWhileAQuorumIsLeft() throws InterruptedException {
        assumeThat(setting().answering().size()).isGreaterThan(setting().quorum());
        Redlock redlock = setting().engine();
        Lease lease =
                redlock.acquire(redlock.request("orders").autoExtend(true)).orElseThrow();
        for (int i = 0; i < 2; i++) { // now all nodes count, those too that granted late
            long start = System.nanoTime();
            lease.extend(Setting.TTL);
            setting().assertKeptFor(Setting.TTL, "orders", start);
        }

        RedisNode one = setting().answering().get(0);
        one.command("DEL", setting().key("orders"));
        lease.extend(Setting.TTL);

        Setting.await().until(() -> one.pttl(setting().key("orders")) > 0);
        assertThat(one.pttl(setting().key("orders"))).isLessThanOrEqualTo(Setting.TTL.toMillis());
        assertThat(lease.isValid()).isTrue();
        lease.release();
        setting().assertGone("orders");
    }
}
