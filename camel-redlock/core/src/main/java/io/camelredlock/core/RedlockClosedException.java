// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** The engine was closed before or during the call. */
public final class RedlockClosedException extends RedlockException {

    private static final long serialVersionUID = 1L;

    RedlockClosedException() {
        super("the redlock engine is closed");
    }
}
