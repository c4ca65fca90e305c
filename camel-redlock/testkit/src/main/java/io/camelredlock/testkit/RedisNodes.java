// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;

/**
 * Independent Redis masters, started together and ended together. They end with the JVM at the latest.
 *
 * <p>Safe for use by several threads, as far as they touch different nodes.
 */
public final class RedisNodes implements AutoCloseable, Iterable<RedisNode> {

    private final List<RedisNode> nodes;
    private final List<NodeLinks> links = new CopyOnWriteArrayList<>();

    private RedisNodes(List<RedisNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Starts that many nodes with the defaults. */
    public static RedisNodes start(int nodes) {
        return builder().nodes(nodes).start();
    }

    /** Settings of nodes to be started; three nodes by default. */
    public static Builder builder() {
        return new Builder();
    }

    /** The node with that index, from 0. */
    public RedisNode get(int index) {
        return nodes.get(index);
    }

    /** All nodes. */
    public List<RedisNode> all() {
        return nodes;
    }

    /** How many nodes there are. */
    public int size() {
        return nodes.size();
    }

    /** All addresses, {@code host:port,host:port}. */
    public String addresses() {
        return nodes.stream().map(RedisNode::address).collect(Collectors.joining(","));
    }

    @Override
    public Iterator<RedisNode> iterator() {
        return nodes.iterator();
    }

    /** The nodes as a stream. */
    public Stream<RedisNode> stream() {
        return nodes.stream();
    }

    /** A client's own ways to all nodes, which can be made bad for this client alone. Closed with the nodes at the latest. */
    public NodeLinks links() {
        NodeLinks ofOneClient =
                new NodeLinks(nodes.stream().map(RedisNode::newProxy).toList());
        links.add(ofOneClient);
        return ofOneClient;
    }

    /**
     * Undoes all faults: frozen nodes go on, dead ones are started, all are emptied and, unless told otherwise at the start, marked
     * as known to be empty. What a test changed by CONFIG SET stays changed.
     */
    public void recover() {
        links.forEach(NodeLinks::restore);
        nodes.forEach(RedisNode::recover);
    }

    /** Ends all nodes, frozen ones too. */
    @Override
    public void close() {
        links.forEach(NodeLinks::close);
        nodes.forEach(RedisNode::close);
    }

    /** The addresses. */
    @Override
    public String toString() {
        return addresses();
    }

    /** Settings of nodes to be started. Each {@link #start} starts new ones. Not safe for use by several threads. */
    public static final class Builder {

        private final List<String> arguments = new ArrayList<>();
        private int count = 3;
        private String password = "";
        private RedisBackend backend = RedisBackend.configured();
        private Consumer<Jedis> marker = KnownEmpty.byDefault();
        private boolean proxied;

        private Builder() {}

        /** How many nodes, at least one. */
        public Builder nodes(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("nodes: " + count + " is less than 1");
            }
            this.count = count;
            return this;
        }

        /** Where the nodes come from; by default what the system properties say. */
        public Builder backend(RedisBackend backend) {
            this.backend = backend;
            return this;
        }

        /** The password that all nodes require. */
        public Builder password(String password) {
            this.password = password;
            return this;
        }

        /** Further arguments of redis-server, such as {@code "--appendonly", "yes", "--appendfsync", "always"}. */
        public Builder arguments(String... arguments) {
            this.arguments.addAll(List.of(arguments));
            return this;
        }

        /** Puts a proxy before every node, so that it can be cut off from all its clients and its answers can be delayed. */
        public Builder proxied() {
            this.proxied = true;
            return this;
        }

        /**
         * Marks every node as known to be empty before {@link #start} returns and after each {@link RedisNodes#recover}. What the
         * mark looks like is the affair of the system under test, so it comes in as a function; by default, if redlock-jedis is
         * on the class path, that of its engines with the default key prefix, in database 0.
         */
        public Builder knownEmpty(Consumer<Jedis> marker) {
            this.marker = marker;
            return this;
        }

        /** Leaves the nodes unmarked: for all that a client can know, they may just have forgotten everything. */
        public Builder unknown() {
            return knownEmpty(jedis -> {});
        }

        /** Starts the nodes and returns when all of them answer. Given nodes are refused if there is anything in them. */
        public RedisNodes start() {
            List<ServerSettings> settings = Stream.generate(() -> new ServerSettings(password, arguments))
                    .limit(count)
                    .toList();
            RedisNodes started = new RedisNodes(backend.start(settings).stream()
                    .map(server -> new RedisNode(server, password, marker, proxied))
                    .toList());
            try {
                started.forEach(RedisNode::markKnownEmpty);
                return started;
            } catch (RuntimeException e) {
                started.close();
                throw e;
            }
        }
    }
}
