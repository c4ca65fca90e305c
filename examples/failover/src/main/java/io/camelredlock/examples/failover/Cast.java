// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.time.Duration;
import java.util.List;

/**
 * Who takes part.
 *
 * @param members names of the JVMs, one of which owns the route
 * @param nodes names of the Redis nodes
 * @param ttl how long a node keeps a grant
 */
record Cast(List<String> members, List<String> nodes, Duration ttl) {

    Cast {
        members = List.copyOf(members);
        nodes = List.copyOf(nodes);
    }
}
