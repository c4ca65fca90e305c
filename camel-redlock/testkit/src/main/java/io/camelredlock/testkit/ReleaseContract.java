// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.Release;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Giving a lease back, and what is said if it was not there any more. */
interface ReleaseContract extends Contract {

    private Lease shortLease(Redlock redlock) throws InterruptedException {
        return redlock.acquire(redlock.request("orders").ttl(Duration.ofMillis(300)))
                .orElseThrow();
    }

    @Test
    default void releaseFreesTheResourceOnEveryNodeAndIsFinal() {
        Redlock redlock = setting().engine();
        Lease lease = redlock.tryAcquire("orders").orElseThrow();

        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        setting().assertGone("orders");
        assertThat(lease.release()).isEqualTo(Release.ALREADY_RELEASED);
        assertThat(redlock.tryAcquire("orders")).isPresent();
    }

    @Test
    default void l38_releasesAtTheSameTimeAreHarmless() {
        Lease lease = setting().engine().tryAcquire("orders").orElseThrow();
        Callable<Release> release = lease::release;

        List<Future<Release>> all =
                Stream.generate(() -> setting().elsewhere(release)).limit(4).toList();

        assertThat(all.stream().map(Setting::outcome))
                .isSubsetOf(Release.RELEASED, Release.ALREADY_RELEASED)
                .contains(Release.RELEASED);
        setting().assertGone("orders");
    }

    @Test
    default void l32_releaseOfAnExpiredLeaseSaysSo() throws InterruptedException {
        Lease lease = shortLease(setting().engine());
        setting().assertGone("orders");

        assertThat(lease.release()).isEqualTo(Release.EXPIRED);
    }

    @Test
    default void l22_releaseAfterATakeoverLeavesTheNextHolderAlone() throws InterruptedException {
        Lease late = shortLease(setting().engine());
        setting().assertGone("orders");
        long start = System.nanoTime();
        Lease next = setting().engine().tryAcquire("orders").orElseThrow();
        setting().assertKeptFor(Setting.TTL, "orders", start);

        assertThat(late.release()).isEqualTo(Release.TAKEN_OVER);
        setting().assertKeptFor(Setting.TTL, "orders", start);
        assertThat(next.isValid()).isTrue();
        assertThat(next.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    default void l50_aReleaseThatNobodyAnsweredCanBeRepeated() {
        NodeLinks links = setting().nodes().links();
        Lease lease = setting().engine(links).tryAcquire("orders").orElseThrow();
        links.cut();
        assertThatCode(lease::close).doesNotThrowAnyException();
        assertThat(lease.isValid()).as("given up all the same").isFalse();

        links.heal();

        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        setting().assertGone("orders");
    }
}
