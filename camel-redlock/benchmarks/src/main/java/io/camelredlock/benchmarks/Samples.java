// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import java.time.Duration;
import java.util.Arrays;

/** How long something took, many times. Not safe for use by several threads. */
final class Samples {

    private long[] nanos = new long[1024];
    private int size;

    void add(long elapsedNanos) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
        }
        nanos[size++] = elapsedNanos;
    }

    void addAll(Samples more) {
        for (int i = 0; i < more.size; i++) {
            add(more.nanos[i]);
        }
    }

    int size() {
        return size;
    }

    double medianMicros() {
        return micros(0.5);
    }

    double p99Micros() {
        return micros(0.99);
    }

    double maxMicros() {
        return micros(1);
    }

    /** The time that this part of all did not exceed. */
    private double micros(double part) {
        long[] sorted = Arrays.copyOf(nanos, size);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(part * size) - 1;
        return size == 0
                ? Double.NaN
                : sorted[Math.max(0, rank)] / (double) Duration.ofNanos(1_000).toNanos();
    }
}
