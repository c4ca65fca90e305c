// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The clocks of the machine (S-L1). {@code nanoTime} stops while the machine is suspended, a lease's ttl on the nodes does
 * not, so what the boot clock is ahead is added. Safe for use by several threads.
 */
final class SystemTicker implements Ticker {

    /** More than the resolution of the boot clock, far less than any suspension. */
    private static final long NOISE_NANOS = 25_000_000;

    private final BootClock bootClock;
    private final long originNanos;
    private final long bootOriginNanos;
    private final AtomicLong suspendedNanos = new AtomicLong();

    SystemTicker(BootClock bootClock) {
        this.bootClock = bootClock;
        this.originNanos = System.nanoTime();
        this.bootOriginNanos = bootClock.nanos();
    }

    @Override
    public long nanos() {
        long running = System.nanoTime();
        long ahead = aheadNanos(running);
        if (ahead - suspendedNanos.get() > NOISE_NANOS) {
            // a thread that stood still between the two clocks sees the same; after a suspension it is seen again
            running = System.nanoTime();
            ahead = Math.min(ahead, aheadNanos(running));
        }
        if (ahead - suspendedNanos.get() > NOISE_NANOS) {
            suspendedNanos.accumulateAndGet(ahead, Math::max);
        }
        return running + suspendedNanos.get();
    }

    /** How far the boot clock is ahead of the other, which has just been read. */
    private long aheadNanos(long running) {
        return bootClock.nanos() - bootOriginNanos - (running - originNanos);
    }

    @Override
    public long nanosNotAhead() {
        return System.nanoTime() + suspendedNanos.get();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }
}
