// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

/**
 * What a test asks for cannot be had on this machine or with these nodes: no container engine, a fault that given nodes cannot
 * suffer. {@link RedisNodesExtension} turns it into a skipped test.
 */
public final class NotPossibleHereException extends UnsupportedOperationException {

    private static final long serialVersionUID = 1L;

    NotPossibleHereException(String message) {
        super(message);
    }

    NotPossibleHereException(String message, Throwable cause) {
        super(message, cause);
    }
}
