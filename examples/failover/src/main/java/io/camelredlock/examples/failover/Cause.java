// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.time.Duration;

/** Why the leadership moved, and how soon the next leader must be there. */
enum Cause {
    /** The leader was killed: the next one waits for the rest of the ttl. Counted from the kill. */
    CRASH("killed"),
    /** The leader was frozen: the next one waits until it must have stepped down. Counted from the freeze. */
    WAITED("frozen"),
    /** The leader stopped in order. Counted from the end of its last exchange. */
    ORDERLY("stopped");

    private static final Duration SLACK = Duration.ofMillis(500);
    private static final Duration HANDOVER = Duration.ofMillis(250);

    private final String word;

    Cause(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    Duration limit(Duration ttl) {
        return this == ORDERLY ? HANDOVER : ttl.plus(SLACK);
    }
}
