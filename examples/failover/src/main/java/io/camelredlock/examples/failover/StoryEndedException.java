// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

/** The script cannot go on, because what it waited for did not come. */
final class StoryEndedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    StoryEndedException(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
