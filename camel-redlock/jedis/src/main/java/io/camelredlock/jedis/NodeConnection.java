// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A Jedis connection that is opened once and never by itself: one that Jedis reopened would be unauthenticated, uninspected
 * and out of order. Jedis' own greeting is not used either, as each version has another one.
 *
 * <p>One thread writes, one thread reads; they may be the same.
 */
final class NodeConnection extends Connection implements Sleeper {

    private final NodeSocket socket;
    private boolean isOpened;
    private boolean hasInput;

    NodeConnection(NodeAddress address, JedisOptions options) {
        this(new NodeSocket(address, options));
    }

    private NodeConnection(NodeSocket socket) {
        super(socket);
        this.socket = socket;
    }

    /** Connects; may take as long as the time-out for each address of the host. */
    void open() {
        isOpened = true;
        super.connect();
    }

    /** Called by Jedis before every command. */
    @Override
    public void connect() {
        if (!isOpened) {
            throw new JedisConnectionException("not opened");
        }
    }

    /** Puts a command into the buffer. */
    void send(RedisCommand command, String... words) {
        CommandArguments arguments = new CommandArguments(command);
        for (String word : words) {
            arguments.add(word);
        }
        sendCommand(arguments);
    }

    /** Sends the buffer; without it a batch over several nodes would be sequential. */
    @Override
    public void flush() {
        super.flush();
    }

    /** The next reply; an error reply is a value. */
    @Nullable
    Object read() {
        try {
            return getUnflushedObject();
        } catch (JedisDataException error) {
            return error;
        }
    }

    /** Sleeps until something comes in, for the thread that reads; no reply must be due. */
    @Override
    public void sleep(long nanos) {
        hasInput = socket.sleep(nanos);
    }

    @Override
    public void wake() {
        socket.wake();
    }

    /** Whether something came in during the last sleep, which nobody had asked for. */
    boolean hasInput() {
        return hasInput;
    }

    /** Whether that was the node hanging up, as far as can be known; asked once. */
    boolean isHungUp() {
        boolean isToBeAsked = hasInput;
        hasInput = false;
        return isToBeAsked && socket.isHungUp();
    }

    /** Ends the connection at once, from any thread, whatever it is doing. */
    @Override
    public void close() {
        socket.abandon();
    }
}
