// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A client's connection and the one to the node behind it. Touched by the proxy's thread only. */
final class ProxyConnection {

    private final SocketChannel client;
    private final SocketChannel node;
    private final ProxyFlow requests;
    private final ProxyFlow replies;
    private final SelectionKey clientKey;
    private final SelectionKey nodeKey;
    private final ProxyFaults faults;
    private boolean connecting;

    ProxyConnection(SocketChannel client, Selector selector, ProxyFaults faults, ProxyTraffic traffic)
            throws IOException {
        this.client = client;
        this.node = SocketChannel.open();
        this.faults = faults;
        prepare(client);
        prepare(node);
        requests = new ProxyFlow(Direction.REQUESTS, client, node, faults, traffic.requestBytes());
        replies = new ProxyFlow(Direction.REPLIES, node, client, faults, traffic.replyBytes());
        clientKey = client.register(selector, 0, this);
        nodeKey = node.register(selector, 0, this);
    }

    private static void prepare(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Takes what one side has sent, once its key was selected. */
    void read(SelectionKey key, long nowNanos) throws IOException {
        ProxyFlow flow = key == clientKey ? requests : replies;
        if (key.isReadable() && flow.wantsToRead()) {
            flow.read(nowNanos);
        }
    }

    /** Passes on what is due; returns how long to wait if nothing else happens. */
    long advance(InetSocketAddress target, long nowNanos) throws IOException {
        if (!isConnected(target)) {
            clientKey.interestOps(0);
            nodeKey.interestOps(connecting ? SelectionKey.OP_CONNECT : 0);
            return Long.MAX_VALUE;
        }
        long wait = Math.min(requests.write(nowNanos), replies.write(nowNanos));
        if (requests.isFinished() && replies.isFinished()) {
            close(false);
            return Long.MAX_VALUE;
        }
        clientKey.interestOps(interest(requests, replies));
        nodeKey.interestOps(interest(replies, requests));
        return wait;
    }

    boolean isOpen() {
        return client.isOpen();
    }

    /** Lets the receiving side see the end, while the other way goes on. */
    void halfClose(Direction direction, long nowNanos) {
        (direction == Direction.REQUESTS ? requests : replies).end(nowNanos);
    }

    /** Closes both connections; with a reset the peers get an error instead of an end. */
    void close(boolean reset) {
        try (client;
                node) {
            if (reset && isOpen()) {
                client.setOption(StandardSocketOptions.SO_LINGER, 0);
                node.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException broken) {
            // it was to be closed anyway
        }
    }

    /** As long as requests are cut, the node does not even see a connection. */
    private boolean isConnected(InetSocketAddress target) throws IOException {
        if (node.isConnected()) {
            return true;
        }
        if (connecting) {
            return node.finishConnect();
        }
        if (!faults.isCut(Direction.REQUESTS)) {
            connecting = true;
            return node.connect(target);
        }
        return false;
    }

    private static int interest(ProxyFlow in, ProxyFlow out) {
        return (in.wantsToRead() ? SelectionKey.OP_READ : 0) | (out.wantsToWrite() ? SelectionKey.OP_WRITE : 0);
    }
}
