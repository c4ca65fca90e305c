// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Optional;

/**
 * Tells work under a lease that the lease is gone and the work should end.
 *
 * <p>{@link #isAborted()} asks the clock, so it is right at the call even after a pause. Safe for use by several threads.
 */
public interface AbortSignal {

    /** Whether the lease is not valid any more, judged now. */
    boolean isAborted();

    /** Why; empty while the lease is valid. */
    Optional<Loss> cause();

    /**
     * Returns if the lease is valid.
     *
     * @throws LeaseLostException if it is not
     */
    void throwIfAborted();

    /** Runs the action once when the lease is lost; at once if it is already. Never on a node's or timer's thread. */
    void onAbort(Runnable action);

    /** The signal of a lease that was not acquired by {@link Redlock#use}. */
    static AbortSignal of(Lease lease) {
        return new LeaseSignal(lease);
    }
}
