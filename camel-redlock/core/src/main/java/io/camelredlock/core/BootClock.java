// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.io.IOException;
import java.io.RandomAccessFile;
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
            return centiseconds(file.read(text)) * CENTISECOND_NANOS;
        }

        /** The first number without its point. By hand, since this is read whenever a lease is asked whether it is valid. */
        private long centiseconds(int length) {
            long value = 0;
            for (int i = 0; i < length && text[i] != ' '; i++) {
                if (text[i] != '.') {
                    value = 10 * value + digit(text[i]);
                }
            }
            return value;
        }

        private static int digit(byte letter) {
            if (letter < '0' || letter > '9') {
                throw new NumberFormatException("no digit: " + letter);
            }
            return letter - '0';
        }
    }
}
