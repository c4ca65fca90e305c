// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;

/** Too little validity is left for the work, which was not begun. Trying again after an extension may help. */
public final class ValidityTooShortException extends RedlockException {

    private static final long serialVersionUID = 1L;

    private final Duration remaining;
    private final Duration required;

    ValidityTooShortException(String what, Duration remaining, Duration required) {
        super(what + ": " + remaining.toMillis() + " ms are left, the work needs at least " + required.toMillis()
                + " ms; extend first, or use a longer ttl");
        this.remaining = remaining;
        this.required = required;
    }

    /** Refuses if nothing is left of it, or less than is required. */
    static void check(String what, Duration remaining, Duration required) {
        if (remaining.isZero() || remaining.compareTo(required) < 0) {
            throw new ValidityTooShortException(what, remaining, required);
        }
    }

    /** What was left; zero if nothing was held. */
    public Duration remaining() {
        return remaining;
    }

    /** What the work needs. */
    public Duration required() {
        return required;
    }
}
