// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The guard of something that one process alone reaches. */
class FencedResourceTest {

    private final FencedResource ledger = new FencedResource("ledger");
    private final List<String> written = new ArrayList<>();

    private boolean write(long token, String line) throws Exception {
        return ledger.run(token, () -> written.add(line));
    }

    @Test
    void aNewerHolderAndTheSameOneAreLetIn() throws Exception {
        write(7, "first");
        write(7, "second");
        write(9, "third");

        assertThat(written).containsExactly("first", "second", "third");
        assertThat(ledger.highest()).isEqualTo(9);
    }

    @Test
    void anOlderHolderIsRefusedAndNamed() throws Exception {
        write(9, "new");

        assertThatThrownBy(() -> write(8, "old"))
                .isInstanceOfSatisfying(
                        StaleFencingTokenException.class,
                        stale -> assertThat(stale.fencingToken()).isEqualTo(8))
                .hasMessageContaining("ledger");
        assertThat(written).containsExactly("new");
    }

    @Test
    void whatFailedHasBeenHereAllTheSame() {
        assertThatThrownBy(() -> ledger.run(9, () -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class);

        assertThatThrownBy(() -> write(8, "old")).isInstanceOf(StaleFencingTokenException.class);
    }

    @Test
    void itGoesOnAfterARestart() {
        FencedResource again = new FencedResource("ledger", 9);

        assertThatThrownBy(() -> again.run(8, () -> written.add("old"))).isInstanceOf(StaleFencingTokenException.class);
    }

    @Test
    void aNewerHolderBeginsWhenTheWorkOfAnOlderOneHasEnded() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Boolean> old = threads.submit(() -> ledger.run(1, () -> {
                inside.countDown();
                return goOn.await(10, TimeUnit.SECONDS) && written.add("old");
            }));
            assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
            Future<Boolean> next = threads.submit(() -> write(2, "new"));
            goOn.countDown();

            assertThat(old.get(10, TimeUnit.SECONDS)).isTrue();
            assertThat(next.get(10, TimeUnit.SECONDS)).isTrue();
            assertThat(written).containsExactly("old", "new");
        } finally {
            threads.shutdownNow();
        }
    }
}
