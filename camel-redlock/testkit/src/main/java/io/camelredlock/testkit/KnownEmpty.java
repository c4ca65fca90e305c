// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import redis.clients.jedis.Jedis;

/**
 * How nodes are marked as known to be empty if nothing else is said: as the engine over Jedis does it, for its default key prefix.
 * That engine is tested with this kit and so cannot be named here; where it is not on the class path, nothing is marked.
 */
final class KnownEmpty {

    private static final String ENGINE = "io.camelredlock.jedis.JedisRedlock";
    private static final String METHOD = "markKnownEmpty";
    private static final String KEY_PREFIX = "redlock:";

    private KnownEmpty() {}

    static Consumer<Jedis> byDefault() {
        try {
            MethodHandle method = MethodHandles.publicLookup()
                    .findStatic(
                            Class.forName(ENGINE),
                            METHOD,
                            MethodType.methodType(void.class, Jedis.class, String.class));
            @SuppressWarnings("unchecked")
            BiConsumer<Jedis, String> marker = MethodHandleProxies.asInterfaceInstance(BiConsumer.class, method);
            return jedis -> marker.accept(jedis, KEY_PREFIX);
        } catch (ClassNotFoundException noEngine) {
            return jedis -> {};
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException(ENGINE + "." + METHOD + " is not what it was", changed);
        }
    }
}
