// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.LeaseLostException;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Redlock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Work under a lease. */
interface UseContract extends Contract {

    @Test
    default void workMayTakeLongerThanTheTtlAndTheLeaseIsReleasedAfterIt() throws Exception {
        Redlock redlock = setting().engine(Duration.ofMillis(600));
        long end = System.nanoTime() + Duration.ofMillis(900).toNanos();

        assertThat(redlock.use(redlock.request("orders"), (lease, signal) -> {
                    Setting.await().until(() -> signal.isAborted() || System.nanoTime() - end > 0);
                    return signal.isAborted() ? "aborted" : "done";
                }))
                .contains("done");
        setting().assertGone("orders");
    }

    @Test
    default void workThatFailsReleasesToo() {
        Redlock redlock = setting().engine();

        assertThatThrownBy(() -> redlock.use(redlock.request("orders"), (lease, signal) -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
        setting().assertGone("orders");
    }

    @Test
    default void workIsToldWhenItsLeaseIsLost() {
        Redlock redlock = setting().engine(Duration.ofMillis(600));
        AtomicInteger aborts = new AtomicInteger();

        assertThatThrownBy(() -> redlock.use(redlock.request("orders"), (lease, signal) -> {
                    signal.onAbort(aborts::incrementAndGet);
                    signal.throwIfAborted();
                    Setting.await().until(() -> {
                        setting().destroy("orders");
                        return signal.isAborted();
                    });
                    assertThat(signal.cause().orElseThrow().reason()).isEqualTo(Loss.Reason.TAKEN_OVER);
                    assertThatThrownBy(signal::throwIfAborted).isInstanceOf(LeaseLostException.class);
                    return "too late";
                }))
                .isInstanceOf(LeaseLostException.class);
        Setting.await().until(() -> aborts.get() == 1);
    }
}
