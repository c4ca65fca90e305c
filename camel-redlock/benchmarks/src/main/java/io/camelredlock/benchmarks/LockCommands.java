// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.util.SafeEncoder;

/** What is said to a node to acquire and to release. Immutable. */
interface LockCommands {

    CommandArguments acquire(String resource, String token);

    CommandArguments release(String resource, String token);

    /**
     * Checks that it was done.
     *
     * @throws IllegalStateException if it was not
     */
    static void requireDone(@Nullable Object reply) {
        if (!isDone(reply)) {
            throw new IllegalStateException("not done: " + SafeEncoder.encodeObject(reply));
        }
    }

    /** By the first word, of a text or a list, or by the number of keys that were deleted. */
    private static boolean isDone(@Nullable Object reply) {
        Object first = reply instanceof List<?> list ? list.get(0) : reply;
        if (first instanceof byte[] bytes) {
            String word = new String(bytes, StandardCharsets.UTF_8).split(" ", 2)[0];
            return word.equals("OK") || word.equals("GRANTED");
        }
        return Long.valueOf(1).equals(first);
    }
}
