// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

/** One way to acquire and release locks on a set of nodes. */
interface Contestant extends AutoCloseable {

    String name();

    /**
     * Acquires the lock that is this caller's own, so that nobody is ever refused. Each caller is one thread.
     *
     * @return releases it
     * @throws IllegalStateException if it was not granted
     */
    Runnable acquire(int caller);

    @Override
    void close();
}
