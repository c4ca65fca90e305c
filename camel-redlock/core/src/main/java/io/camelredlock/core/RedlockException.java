// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** The root of what this library throws for reasons outside the caller's control. */
public abstract class RedlockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RedlockException(String message) {
        super(message);
    }
}
