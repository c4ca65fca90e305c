// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.jedis.ErrorReply.Concern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.exceptions.JedisDataException;

/** How a connection to one node begins: its first words are sent at once and answered at once. */
final class Handshake {

    private final NodeAddress address;
    private final JedisOptions options;

    Handshake(NodeAddress address, JedisOptions options) {
        this.address = address;
        this.options = options;
    }

    /** A connection to the node, not opened yet. */
    NodeConnection newConnection() {
        return new NodeConnection(address, options);
    }

    /** For a connection that carries commands: signs in and asks the node what it is. */
    Inspection forCommands(NodeConnection connection) {
        greet(connection);
        boolean hasDatabase = options.database() > 0;
        if (hasDatabase) {
            connection.send(RedisCommand.SELECT, Integer.toString(options.database()));
        }
        int questions = askAll(connection);
        connection.flush();
        readGreeting(connection);
        if (hasDatabase) {
            readOk(connection);
        }
        return Inspection.of(readAny(connection, questions));
    }

    /**
     * Leaves the scripts with the node; one that does not take them is sent them whole. Not among the first words: those must be
     * few enough to be written at once, or a node that hangs up on strangers is not heard to say why. A proxy has no place for
     * them.
     */
    void leaveScripts(NodeConnection connection) {
        if (options.proxy()) {
            return;
        }
        for (Scripts.Script script : Scripts.all()) {
            connection.sendCommand(
                    new CommandArguments(RedisCommand.SCRIPT).add("LOAD").add(script.text()));
        }
        connection.flush();
        readAny(connection, Scripts.all().size());
    }

    /** For a connection that listens. */
    void forSubscriptions(NodeConnection connection) {
        greet(connection);
        connection.flush();
        readGreeting(connection);
    }

    /** Asks a node again what it is. */
    Inspection inspect(NodeConnection connection) {
        int questions = askAll(connection);
        connection.flush();
        return Inspection.of(readAny(connection, questions));
    }

    /** Asks a node whether it is still a master, and so whether it is there at all. */
    Inspection check(NodeConnection connection) {
        ask(connection, "replication");
        connection.flush();
        return Inspection.of(readAny(connection, 1));
    }

    /** How many replies will come. */
    private int askAll(NodeConnection connection) {
        List<String> sections = options.proxy() ? List.of("") : List.of("server", "replication", "persistence");
        sections.forEach(section -> ask(connection, section));
        return sections.size();
    }

    /** A proxy knows nothing of INFO, but says that it is there. */
    private void ask(NodeConnection connection, String section) {
        if (options.proxy()) {
            connection.send(RedisCommand.PING);
        } else {
            connection.send(RedisCommand.INFO, section);
        }
    }

    private void greet(NodeConnection connection) {
        if (signsIn() && options.username().isEmpty()) {
            connection.send(RedisCommand.AUTH, options.password());
        } else if (signsIn()) {
            connection.send(RedisCommand.AUTH, options.username(), options.password());
        }
        if (isResp3()) {
            connection.send(RedisCommand.HELLO, "3"); // not before AUTH: a stranger is refused
        }
        if (hasName()) {
            connection.send(RedisCommand.CLIENT, "SETNAME", options.clientName());
        }
    }

    private void readGreeting(NodeConnection connection) {
        if (signsIn()) {
            readOk(connection);
        }
        if (isResp3()) {
            readOk(connection);
        }
        if (hasName()) {
            readAny(connection, 1); // a courtesy, for which some users lack the permission
        }
    }

    private boolean signsIn() {
        return !options.password().isEmpty();
    }

    private boolean isResp3() {
        return options.protocol() == WireProtocol.RESP3;
    }

    private boolean hasName() {
        return !options.clientName().isEmpty() && !options.proxy();
    }

    private static void readOk(NodeConnection connection) {
        if (connection.read() instanceof JedisDataException refused) {
            throw refused;
        }
    }

    /** Errors that end every conversation are thrown, others are values. */
    static List<@Nullable Object> readAny(NodeConnection connection, int replies) {
        List<@Nullable Object> read = new ArrayList<>();
        for (int i = 0; i < replies; i++) {
            Object reply = connection.read();
            if (reply instanceof JedisDataException error
                    && ErrorReply.of(error).concerns() == Concern.CONNECTION) {
                throw error;
            }
            read.add(reply);
        }
        return read;
    }

    /** The node's address. */
    @Override
    public String toString() {
        return address.toString();
    }
}
