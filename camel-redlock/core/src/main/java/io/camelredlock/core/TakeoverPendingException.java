// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;

/**
 * A quorum granted, but the last holder may still believe to hold for longer than the caller would wait: nodes lost their
 * memory or their clocks stepped. What had been granted was given back; trying again after {@link #remaining()} spares
 * the wait, unless {@link Takeover#STRICT} asks for it every time.
 */
public final class TakeoverPendingException extends RedlockException {

    private static final long serialVersionUID = 1L;

    private final Duration remaining;

    TakeoverPendingException(String what, Duration remaining, String reasons) {
        super(what + ": granted, but the last holder may still hold for " + remaining.toMillis()
                + " ms, longer than the time-out allows to wait; " + reasons);
        this.remaining = remaining;
    }

    /** How long the last holder may still believe to hold. */
    public Duration remaining() {
        return remaining;
    }
}
