// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Command;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Releases that a node may not have received (S-C3). Each is owed as long as what it removes can live there. Safe for use by
 * several threads.
 */
final class OwedReleases {

    /** One release, and until when it makes sense. */
    record Owed(Command release, long untilNanos) {}

    /** Beyond it the oldest are forgotten: what they would remove blocks others for a ttl, which is no matter of safety. */
    static final int MOST = 10_000;

    private final Deque<Owed> owed = new ArrayDeque<>();

    synchronized void add(Command release, long nowNanos) {
        forgetExpired(nowNanos);
        if (owed.size() == MOST) {
            owed.removeFirst();
        }
        owed.addLast(new Owed(release, nowNanos + release.ttlMillis() * 1_000_000));
    }

    /** Hands out up to so many that still make sense, oldest first. */
    synchronized List<Owed> take(int most, long nowNanos) {
        List<Owed> taken = new ArrayList<>();
        while (taken.size() < most && !owed.isEmpty()) {
            Owed next = owed.removeFirst();
            if (next.untilNanos() - nowNanos > 0) {
                taken.add(next);
            }
        }
        return taken;
    }

    /** Takes back what could not be delivered. */
    synchronized void giveBack(List<Owed> undelivered) {
        for (int i = undelivered.size() - 1; i >= 0; i--) {
            owed.addFirst(undelivered.get(i));
        }
    }

    synchronized int size() {
        return owed.size();
    }

    /** Those at the head: with one ttl they expire in their order, and with several {@link #take} sorts them out. */
    private void forgetExpired(long nowNanos) {
        while (!owed.isEmpty() && owed.getFirst().untilNanos() - nowNanos <= 0) {
            owed.removeFirst();
        }
    }
}
