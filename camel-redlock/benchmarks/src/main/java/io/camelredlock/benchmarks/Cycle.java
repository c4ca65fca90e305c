// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import java.time.Duration;

/** How long acquire, extend and release of one lock took, many times. Not safe for use by several threads. */
final class Cycle {

    private static final Duration TTL = Duration.ofSeconds(10);

    private final Samples acquire = new Samples();
    private final Samples extend = new Samples();
    private final Samples release = new Samples();

    /** One more of each. */
    void run(Redlock redlock) {
        long start = System.nanoTime();
        Lease lease = redlock.tryAcquire("cycle").orElseThrow(Callers::refused);
        acquired(lease, System.nanoTime() - start);
    }

    /** The rest of one, after an acquire that took so long. */
    void acquired(Lease lease, long elapsedNanos) {
        long acquired = System.nanoTime();
        lease.extend(TTL);
        long extended = System.nanoTime();
        lease.release();
        acquire.add(elapsedNanos);
        extend.add(extended - acquired);
        release.add(System.nanoTime() - extended);
    }

    /** Of another client, which need not be able to extend. */
    void run(Contestant contestant, int times) {
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            Runnable releasing = contestant.acquire(0);
            long acquired = System.nanoTime();
            releasing.run();
            acquire.add(acquired - start);
            release.add(System.nanoTime() - acquired);
        }
    }

    void addAll(Cycle more) {
        acquire.addAll(more.acquire);
        extend.addAll(more.extend);
        release.addAll(more.release);
    }

    Samples acquire() {
        return acquire;
    }

    Samples extend() {
        return extend;
    }

    Samples release() {
        return release;
    }
}
