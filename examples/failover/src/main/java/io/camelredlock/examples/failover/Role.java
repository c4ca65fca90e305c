// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a member is told at its start.
 *
 * @param name its name in the story
 * @param nodes addresses of the Redis nodes, comma separated
 * @param ledger the file that its route appends to
 * @param ttl how long a node keeps a grant
 * @param safe false breaks the safety on purpose: no step-down and no fence
 */
record Role(String name, String nodes, Path ledger, Duration ttl, boolean safe) {

    /** How long before the end of its lease's validity a leader steps down. */
    Duration stepDownMargin() {
        return ttl.dividedBy(5);
    }

    String[] toArguments() {
        return new String[] {name, nodes, ledger.toString(), Long.toString(ttl.toMillis()), Boolean.toString(safe)};
    }

    static Role of(List<String> arguments) {
        if (arguments.size() != 5) {
            throw new IllegalArgumentException(
                    "a member is started with: name nodes ledger ttlMillis safe; given: " + arguments);
        }
        return new Role(
                arguments.get(0),
                arguments.get(1),
                Path.of(arguments.get(2)),
                Duration.ofMillis(Long.parseLong(arguments.get(3))),
                Boolean.parseBoolean(arguments.get(4)));
    }
}
