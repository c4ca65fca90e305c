// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {

    private Path file;

    @BeforeEach
    void chooseFile(@TempDir Path folder) {
        file = folder.resolve("ledger");
    }

    @Test
    void keepsEntriesInTheirOrder() throws IOException {
        try (Ledger ledger = new Ledger(file, true)) {
            Tick first = ledger.append("A", 7);
            Tick second = ledger.append("A", 7);

            assertThat(Ledger.read(file)).containsExactly(first, second);
            assertThat(second.sequence()).isEqualTo(first.sequence() + 1);
            assertThat(second.nanos()).isGreaterThanOrEqualTo(first.nanos());
        }
    }

    @Test
    void refusesALowerTokenThanItHasSeenFromAnybody() throws IOException {
        try (Ledger ofA = new Ledger(file, true);
                Ledger ofB = new Ledger(file, true)) {
            ofA.append("A", 1_800_000_000_000_001L);
            ofB.append("B", 1_800_000_000_000_002L);

            assertThat(ofA.append("A", 1_800_000_000_000_001L).accepted()).isFalse();
            assertThat(ofB.append("B", 1_800_000_000_000_002L).accepted()).isTrue();
            assertThat(Ledger.read(file)).extracting(Tick::accepted).containsExactly(true, true, false, true);
        }
    }

    @Test
    void acceptsAnythingWithoutAFence() throws IOException {
        try (Ledger ledger = new Ledger(file, false)) {
            ledger.append("B", 2);

            assertThat(ledger.append("A", 1).accepted()).isTrue();
        }
    }

    @Test
    void remembersItsFenceWhenItIsOpenedAgain() throws IOException {
        try (Ledger ledger = new Ledger(file, true)) {
            ledger.append("B", 2);
        }

        try (Ledger again = new Ledger(file, true)) {
            assertThat(again.append("A", 1).accepted()).isFalse();
        }
    }

    @Test
    void isEmptyBeforeAnybodyWrote() throws IOException {
        assertThat(Ledger.read(file)).isEmpty();
        assertThat(Files.exists(file)).isFalse();
    }
}
