// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.nio.charset.StandardCharsets;
import redis.clients.jedis.commands.ProtocolCommand;

/** The commands that are sent; what the scripts call besides is in their files. */
enum RedisCommand implements ProtocolCommand {
    AUTH,
    CLIENT,
    EVAL,
    EVALSHA,
    HELLO,
    INFO,
    PING,
    SCRIPT,
    SELECT,
    SUBSCRIBE,
    UNSUBSCRIBE;

    private final byte[] raw = name().getBytes(StandardCharsets.US_ASCII);

    @Override
    public byte[] getRaw() {
        return raw;
    }
}
