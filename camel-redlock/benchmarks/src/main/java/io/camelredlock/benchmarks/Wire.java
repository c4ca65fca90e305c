// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** A connection that can be written to without waiting for the reply. For one thread. */
final class Wire extends Connection {

    Wire(HostAndPort address) {
        super(address);
    }

    void write(CommandArguments command) {
        sendCommand(command);
        flush();
    }

    Object read() {
        return getUnflushedObject();
    }
}
