// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.testkit.RedisNodes;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;

/** The usual way to write a Redlock client: a pool of connections for each node, and a thread of a pool for each request. */
final class PooledThreads implements Contestant {

    private static final int MOST_CONNECTIONS = 64;

    private final LockCommands commands;
    private final List<ConnectionPool> pools;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    PooledThreads(RedisNodes nodes, LockCommands commands) {
        this.commands = commands;
        this.pools = nodes.stream()
                .map(node -> pool(new HostAndPort(node.host(), node.port())))
                .toList();
    }

    private static ConnectionPool pool(HostAndPort address) {
        GenericObjectPoolConfig<Connection> settings = new GenericObjectPoolConfig<>();
        settings.setMaxTotal(MOST_CONNECTIONS);
        settings.setMaxIdle(MOST_CONNECTIONS);
        return new ConnectionPool(address, DefaultJedisClientConfig.builder().build(), settings);
    }

    @Override
    public String name() {
        return "pool and threads";
    }

    @Override
    public Runnable acquire(int caller) {
        String resource = Callers.resource(this, caller);
        String token = Callers.token();
        askAll(commands::acquire, resource, token);
        return () -> askAll(commands::release, resource, token);
    }

    private void askAll(BiFunction<String, String, CommandArguments> command, String resource, String token) {
        List<Callable<Object>> tasks = pools.stream()
                .map(pool -> (Callable<Object>) () -> ask(pool, command.apply(resource, token)))
                .toList();
        try {
            for (Future<Object> reply : threads.invokeAll(tasks)) {
                LockCommands.requireDone(reply.get());
            }
        } catch (InterruptedException | ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Object ask(ConnectionPool pool, CommandArguments command) {
        try (Connection connection = pool.getResource()) {
            return connection.executeCommand(command);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        pools.forEach(ConnectionPool::close);
    }
}
