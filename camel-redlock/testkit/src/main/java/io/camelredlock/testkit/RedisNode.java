// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.SafeEncoder;

/**
 * One Redis master: the faults it can suffer, and a control client that looks behind the back of the system under test. The
 * control client opens a connection per call, straight to the node, and waits at most two seconds for an answer.
 *
 * <p>Not safe for use by several threads at once, reading apart.
 */
public final class RedisNode {

    private static final int MOST_FLUSHES = 10;

    private final Server server;
    private final @Nullable FaultProxy proxy;
    private final String password;
    private final Consumer<Jedis> marker;
    private boolean frozen;

    RedisNode(Server server, String password, Consumer<Jedis> marker, boolean proxied) {
        this.server = server;
        this.proxy = proxied ? newProxy() : null;
        this.marker = marker;
        this.password = password;
    }

    /** The host that clients connect to. */
    public String host() {
        return proxy == null ? server.host() : proxy.host();
    }

    /** The port that clients connect to; it stays the same over restarts. */
    public int port() {
        return proxy == null ? server.port() : proxy.port();
    }

    /** {@code host:port}. */
    public String address() {
        return host() + ":" + port();
    }

    /** The id of the server's process; another one after a restart. */
    public long pid() {
        return server.pid();
    }

    /** Whether the server's process is there, frozen or not. */
    public boolean isRunning() {
        return server.isRunning();
    }

    /** Whether the node answers a PING of the control client in time. */
    public boolean isAnswering() {
        try (Jedis jedis = jedis()) {
            return jedis.ping().equals("PONG");
        } catch (JedisException dead) {
            return false;
        }
    }

    /** Stops the process (SIGSTOP): connections are still accepted by the system, answers stay out until {@link #thaw}. */
    public void freeze() {
        server.freeze();
        frozen = true;
    }

    /** Lets a frozen node go on (SIGCONT). It first does all that was asked of it meanwhile, for clients that hung up too. */
    public void thaw() {
        server.thaw();
        frozen = false;
    }

    /** Ends the process at once (SIGKILL), also a frozen one; returns when it is gone. */
    public void kill() {
        server.kill();
        frozen = false;
    }

    /** Starts the killed node again on its port. It knows what it had written to disk: nothing, unless started with appendonly. */
    public void restart() {
        requireDead();
        server.restart();
    }

    /** Starts the killed node again on its port, without a memory, and without the mark of {@link #markKnownEmpty}. */
    public void restartEmpty() {
        requireDead();
        server.restartEmpty();
    }

    /** Cuts all clients off, without closing anything, until {@link #reconnect}; needs {@link RedisNodes.Builder#proxied}. */
    public void cutOff() {
        proxy().cut();
    }

    /** Ends what {@link #cutOff} began; what was sent meanwhile arrives now. */
    public void reconnect() {
        proxy().heal();
    }

    /** The proxy that stands before a {@link RedisNodes.Builder#proxied} node. */
    public FaultProxy proxy() {
        if (proxy == null) {
            throw new IllegalStateException(
                    "no proxy before node " + address() + "; ask for one with builder().proxied()");
        }
        return proxy;
    }

    /** A further proxy to this node, for one client; the caller closes it. */
    public FaultProxy newProxy() {
        return FaultProxy.to(server.host(), server.port());
    }

    /**
     * Writes the mark of a node that has never held a lock, as {@link RedisNodes.Builder#knownEmpty} says.
     * It is for a node that is empty and known to be so, not for one that has just forgotten its locks.
     */
    public void markKnownEmpty() {
        try (Jedis jedis = jedis()) {
            marker.accept(jedis);
        }
    }

    /** A new connection straight to the node; the caller closes it. */
    public Jedis jedis() {
        return ControlClient.connect(server, password);
    }

    /** What the node answers to one question. */
    public <T> T ask(Function<Jedis, T> question) {
        try (Jedis jedis = jedis()) {
            return question.apply(jedis);
        }
    }

    /** Sends one command as it would be typed, such as {@code command("CONFIG", "SET", "maxclients", "10")}; texts of the reply are strings. */
    public Object command(String name, String... arguments) {
        return SafeEncoder.encodeObject(ask(jedis -> jedis.sendCommand(() -> SafeEncoder.encode(name), arguments)));
    }

    /** The value of a string key, if it is there. */
    public Optional<String> get(String key) {
        return Optional.ofNullable(ask(jedis -> jedis.get(key)));
    }

    /** The time a key has left in milliseconds; -1 if it never expires, -2 if it is not there. */
    public long pttl(String key) {
        return ask(jedis -> jedis.pttl(key));
    }

    /** All keys, or those that match a pattern. */
    public Set<String> keys(String... patterns) {
        return ask(jedis -> jedis.keys(patterns.length == 0 ? "*" : patterns[0]));
    }

    /** How often the node has executed a command, such as {@code "set"}, since its start; inside scripts too. */
    public long calls(String command) {
        String entry = "cmdstat_" + command.toLowerCase(Locale.ROOT) + ":calls=";
        return Arrays.stream(ask(jedis -> jedis.info("commandstats")).split("\r\n"))
                .filter(line -> line.startsWith(entry))
                .mapToLong(line -> Long.parseLong(line.substring(entry.length(), line.indexOf(','))))
                .sum();
    }

    /** Removes all keys and scripts. */
    public void flush() {
        try (Jedis jedis = jedis()) {
            jedis.flushAll();
            jedis.scriptFlush();
        }
    }

    /** What the server logged since its last start. */
    public String log() {
        return server.log();
    }

    /** The address. */
    @Override
    public String toString() {
        return address();
    }

    void thawIfFrozen() {
        if (frozen) {
            thaw();
        }
    }

    /** Undoes all faults and empties the node, as if it had just been started. */
    void recover() {
        if (proxy != null) {
            proxy.restore();
        }
        thawIfFrozen();
        if (!isRunning()) {
            restartEmpty();
        }
        emptyAndMark(MOST_FLUSHES);
    }

    /** A node that goes on first does what it was asked for while it was frozen, so it may have to be emptied again. */
    private void emptyAndMark(int attempts) {
        flush();
        try {
            markKnownEmpty();
        } catch (IllegalStateException servedMeanwhile) {
            if (attempts == 1) {
                throw servedMeanwhile;
            }
            emptyAndMark(attempts - 1);
        }
    }

    void close() {
        if (proxy != null) {
            proxy.close();
        }
        server.close();
    }

    private void requireDead() {
        if (isRunning()) {
            throw new IllegalStateException("node " + address() + " is running; kill it before it is started again");
        }
    }
}
