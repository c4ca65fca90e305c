// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/**
 * What is done under a lease by {@link Redlock#use}.
 *
 * @param <T> what it returns
 */
@FunctionalInterface
public interface Work<T> {

    /**
     * Does it.
     *
     * @param lease the lease, extended automatically meanwhile
     * @param signal says when the lease is lost
     */
    T run(Lease lease, AbortSignal signal) throws Exception;
}
