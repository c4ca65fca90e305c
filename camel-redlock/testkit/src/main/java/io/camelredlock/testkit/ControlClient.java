// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** The test's own way to a server, past all proxies. */
final class ControlClient {

    private static final int TIMEOUT_MILLIS = 2_000;

    private ControlClient() {}

    /** A new connection, which asks the server nothing on its own account but the password if there is one. */
    static Jedis connect(Server server, String password) {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .timeoutMillis(TIMEOUT_MILLIS)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (!password.isEmpty()) {
            config.password(password);
        }
        return new Jedis(new HostAndPort(server.host(), server.port()), config.build());
    }
}
