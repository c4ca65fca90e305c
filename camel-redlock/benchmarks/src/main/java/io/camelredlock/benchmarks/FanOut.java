// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.testkit.RedisNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;

/**
 * The least that can be done on one thread: write to all nodes, read from all nodes. Each caller has connections of its own. It
 * is no lock: it has no clock, and one frozen node stops it.
 */
final class FanOut implements Contestant {

    private final String name;
    private final List<HostAndPort> nodes;
    private final LockCommands commands;
    private final ConcurrentMap<Integer, List<Wire>> wires = new ConcurrentHashMap<>();

    FanOut(String name, RedisNodes nodes, LockCommands commands) {
        this.name = name;
        this.nodes = nodes.stream()
                .map(node -> new HostAndPort(node.host(), node.port()))
                .toList();
        this.commands = commands;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Runnable acquire(int caller) {
        List<Wire> own = wires.computeIfAbsent(
                caller, absent -> nodes.stream().map(Wire::new).toList());
        String resource = Callers.resource(this, caller);
        String token = Callers.token();
        exchange(own, commands.acquire(resource, token));
        return () -> exchange(own, commands.release(resource, token));
    }

    private static void exchange(List<Wire> wires, CommandArguments command) {
        wires.forEach(wire -> wire.write(command));
        List<Object> replies = new ArrayList<>();
        wires.forEach(wire -> replies.add(wire.read()));
        replies.forEach(LockCommands::requireDone);
    }

    @Override
    public void close() {
        wires.values().forEach(own -> own.forEach(Wire::close));
    }
}
