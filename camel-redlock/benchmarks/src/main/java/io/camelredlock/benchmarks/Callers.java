// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import java.util.concurrent.ThreadLocalRandom;

/** What all contestants agree on about those who call them. */
final class Callers {

    private Callers() {}

    /** What that caller locks, apart from all others: who releases need not have waited for every node. */
    static String resource(Contestant contestant, int caller) {
        return contestant.name() + "-" + caller;
    }

    /** A token like the engine's, but from a cheap source: nobody else wants these locks. */
    static String token() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return String.format("%016x%016x", random.nextLong(), random.nextLong());
    }

    static IllegalStateException refused() {
        return new IllegalStateException("a lock that nobody else wants was not granted");
    }
}
