// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which thread holds which resource through the lock view, and how often. Safe for use by several threads. */
final class ThreadHolds {

    private record Key(Thread thread, String resource) {}

    /** One lease and how often its thread has locked it. */
    record Hold(Lease lease, int count) {}

    private final Map<Key, Hold> holds = new ConcurrentHashMap<>();

    /** The present thread's hold, or null. */
    @Nullable
    Hold mine(String resource) {
        return holds.get(new Key(Thread.currentThread(), resource));
    }

    void set(String resource, Lease lease, int count) {
        Key key = new Key(Thread.currentThread(), resource);
        if (count == 0) {
            holds.remove(key);
        } else {
            holds.put(key, new Hold(lease, count));
        }
    }
}
