// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The monotonic clock goes on while the machine is suspended (S-L1). */
class SystemTickerTest {

    private final AtomicLong suspended = new AtomicLong();
    private final SystemTicker ticker = new SystemTicker(() -> System.nanoTime() + suspended.get());

    @Test
    void timeSpentSuspendedCounts() {
        long before = ticker.nanos();

        suspended.set(Duration.ofHours(1).toNanos());

        assertThat(Duration.ofNanos(ticker.nanos() - before)).isGreaterThanOrEqualTo(Duration.ofHours(1));
    }

    @Test
    void aThreadThatStoodStillBetweenTheTwoClocksWasNotSuspended() {
        AtomicLong stoodStill = new AtomicLong();
        SystemTicker late = new SystemTicker(() -> System.nanoTime() + stoodStill.getAndSet(0));
        long before = late.nanos();

        stoodStill.set(Duration.ofHours(1).toNanos());

        assertThat(Duration.ofNanos(late.nanos() - before)).isLessThan(Duration.ofHours(1));
    }

    @Test
    void theCheapReadingIsNeverAhead() {
        long before = ticker.nanos();
        suspended.set(Duration.ofHours(1).toNanos());

        assertThat(Duration.ofNanos(ticker.nanosNotAhead() - before)).isLessThan(Duration.ofHours(1));
        long exact = ticker.nanos();
        assertThat(ticker.nanosNotAhead()).isGreaterThanOrEqualTo(exact);
    }

    @Test
    void c44_aBootClockThatStepsBackIsIgnored() {
        long before = ticker.nanos();

        suspended.set(-Duration.ofHours(1).toNanos());

        assertThat(ticker.nanos()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void thisMachinesBootClockAdvancesWithTime() {
        BootClock bootClock = BootClock.ofThisMachine();

        assertThat(bootClock.nanos()).isPositive().isLessThanOrEqualTo(bootClock.nanos());
    }

    @Test
    void theTimeSinceBootIsTheFirstNumberOfTheFile(@TempDir Path folder) throws IOException {
        Path uptime = Files.writeString(folder.resolve("uptime"), "350735.47 234388.90\n");

        BootClock bootClock = new BootClock.Uptime(new RandomAccessFile(uptime.toFile(), "r"));

        assertThat(Duration.ofNanos(bootClock.nanos())).isEqualTo(Duration.ofMillis(350_735_470));
    }

    @Test
    void whenTheFileCannotBeReadAnyMoreTheBootClockStandsStill(@TempDir Path folder) throws IOException {
        Path uptime = Files.writeString(folder.resolve("uptime"), "12.34 5.67\n");
        BootClock bootClock = new BootClock.Uptime(new RandomAccessFile(uptime.toFile(), "r"));

        Files.writeString(uptime, "garbage");

        assertThat(Duration.ofNanos(bootClock.nanos())).isEqualTo(Duration.ofMillis(12_340));
    }
}
