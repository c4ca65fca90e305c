// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.time.Duration;

/** How long the script waits between its acts; all of it follows from the ttl. */
record Pace(Duration ttl) {

    private static final Duration A_LOOK = Duration.ofMillis(2_500);

    /** Time to see that ticks flow: camel-master starts the route a second after the leadership was gained. */
    Duration untilNextAct() {
        return A_LOOK;
    }

    /** How long the leader stays frozen: three times as long as anybody has to wait for it. */
    Duration frozen() {
        return ttl.multipliedBy(3);
    }

    /** How long two nodes are down: long enough for several extensions without them. */
    Duration nodesDown() {
        return ttl;
    }

    /** How long a node is frozen: until the lease that it keeps has expired. */
    Duration nodeFrozen() {
        return ttl.plusSeconds(1);
    }

    /** Until everybody counts a node as clean again, once it has the lease: the longest ttl and two seconds. */
    Duration untilClean() {
        return ttl.plus(Duration.ofMillis(2_200));
    }

    /** How long a run takes at most, apart from the start of the JVMs, when every fail-over takes as long as it may. */
    Duration total() {
        return A_LOOK.multipliedBy(6)
                .plus(Cause.CRASH.limit(ttl))
                .plus(frozen())
                .plus(nodesDown())
                .plus(nodeFrozen())
                .plus(untilClean());
    }
}
