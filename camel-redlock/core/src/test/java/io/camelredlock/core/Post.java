// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Hand-over strings on their way (S-O): each reaches one process or two, at once or late, whatever its giver does meanwhile. */
final class Post {

    private static final long SOON_NANOS = 50_000_000;

    private final VirtualTime time;
    private final SplittableRandom random;
    private final List<SimulatedClient> clients;
    private final long lateNanos;

    /** {@code clients}: those who live, now and later. */
    Post(VirtualTime time, SplittableRandom random, List<SimulatedClient> clients, Duration ttl) {
        this.time = time;
        this.random = random;
        this.clients = clients;
        this.lateNanos = 3 * ttl.toNanos();
    }

    void send(String handover) {
        int copies = random.nextInt(3) == 0 ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            time.schedule(() -> deliver(handover), random.nextLong(random.nextInt(4) == 0 ? lateNanos : SOON_NANOS));
        }
    }

    private void deliver(String handover) {
        if (!clients.isEmpty()) {
            clients.get(random.nextInt(clients.size())).adopt(handover);
        }
    }
}
