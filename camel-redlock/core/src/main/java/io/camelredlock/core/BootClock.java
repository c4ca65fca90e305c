// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A clock that goes on while the machine is suspended. */
@FunctionalInterface
interface BootClock {

    /** Nanoseconds since some instant, with a resolution of 10 ms or better. */
    long nanos();

    /**
     * {@code /proc/uptime} where it can be read. Elsewhere the wall clock, which may also step: a step forward then ends
     * leases early, which is safe, and a step back goes unnoticed.
     */
    static BootClock ofThisMachine() {
        try {
            return new Uptime(new RandomAccessFile("/proc/uptime", "r"));
        } catch (IOException notLinux) {
            return () -> System.currentTimeMillis() * 1_000_000;
        }
    }

    /** Linux tells the time since boot as decimal seconds. An interruptible channel would be closed by an interrupt. */
    final class Uptime implements BootClock {

        private static final Logger LOG = LoggerFactory.getLogger(Uptime.class);
        private static final long CENTISECOND_NANOS = 10_000_000;

        private final RandomAccessFile file;
        private final byte[] text = new byte[64];
        private long last;

        Uptime(RandomAccessFile file) throws IOException {
            this.file = file;
            this.last = read();
        }

        @Override
        public synchronized long nanos() {
            try {
                last = read();
            } catch (IOException | NumberFormatException unreadable) {
                LOG.debug("/proc/uptime cannot be read any more", unreadable); // stands still, as if never suspended
            }
            return last;
        }

        private long read() throws IOException {
            file.seek(0);
            int length = file.read(text);
            String seconds = new String(text, 0, Math.max(0, length), StandardCharsets.US_ASCII).split(" ", 2)[0];
            return Long.parseLong(seconds.replace(".", "")) * CENTISECOND_NANOS;
        }
    }
}
