// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** The two commands of the Redlock text: no fencing token, no reason when refused, nobody woken. */
final class PlainCommands implements LockCommands {

    private static final String TTL_MILLIS = "10000";
    private static final String RELEASE =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";

    @Override
    public CommandArguments acquire(String resource, String token) {
        return new CommandArguments(Command.SET)
                .add(resource)
                .add(token)
                .add("NX")
                .add("PX")
                .add(TTL_MILLIS);
    }

    @Override
    public CommandArguments release(String resource, String token) {
        return new CommandArguments(Command.EVAL)
                .add(RELEASE)
                .add("1")
                .add(resource)
                .add(token);
    }
}
