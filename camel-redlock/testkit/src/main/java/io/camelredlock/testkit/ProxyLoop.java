// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** The one thread of a proxy: all connections, both ways. Orders from other threads are carried out between two rounds. */
final class ProxyLoop implements Runnable {

    private final InetSocketAddress target;
    private final ProxyFaults faults;
    private final ProxyTraffic traffic;
    private final Selector selector;
    private final Queue<Order> orders = new ConcurrentLinkedQueue<>();
    private final List<ProxyConnection> connections = new ArrayList<>();
    private final int port;
    private ServerSocketChannel listener;
    private boolean closing;

    ProxyLoop(InetSocketAddress target, ProxyFaults faults, ProxyTraffic traffic) throws IOException {
        this.target = target;
        this.faults = faults;
        this.traffic = traffic;
        this.selector = Selector.open();
        this.listener = listenAnywhere(selector);
        this.port = listener.socket().getLocalPort();
    }

    int port() {
        return port;
    }

    boolean isRunning() {
        return selector.isOpen();
    }

    /** Where from and where to. */
    @Override
    public String toString() {
        return "proxy from port " + port + " to " + target.getHostString() + ":" + target.getPort();
    }

    /** Has the loop do something; done when the future is. */
    CompletableFuture<Void> order(Task task) {
        Order order = new Order(task, new CompletableFuture<>());
        orders.add(order);
        selector.wakeup();
        if (!isRunning()) {
            order.refuse();
        }
        return order.done;
    }

    @Override
    public void run() {
        try {
            while (!closing) {
                round();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(this + " broke down", e);
        } finally {
            closeSelector();
        }
    }

    /** Stops listening: the system refuses who calls. */
    void refuse() throws IOException {
        listener.close();
    }

    /** Listens again on the same port, if it does not. */
    void listen() throws IOException {
        if (!listener.isOpen()) {
            listener = listen(selector, port);
        }
    }

    void reset() {
        connections.forEach(connection -> connection.close(true));
    }

    void halfClose(Direction direction) {
        connections.forEach(connection -> connection.halfClose(direction, System.nanoTime()));
    }

    void close() throws IOException {
        refuse();
        reset();
        closing = true;
    }

    private void round() throws IOException {
        List<Order> carriedOut = carryOutOrders();
        long waitNanos = carriedOut.isEmpty() ? advance() : 0;
        if (waitNanos <= 0) {
            selector.selectNow(this::ready); // what was closed by an order is let go by the selector here
        } else {
            selector.select(
                    this::ready, waitNanos == Long.MAX_VALUE ? 0 : TimeUnit.NANOSECONDS.toMillis(waitNanos) + 1);
        }
        forgetClosed();
        carriedOut.forEach(order -> order.done.complete(null));
    }

    private List<Order> carryOutOrders() {
        List<Order> carriedOut = new ArrayList<>();
        for (Order order = orders.poll(); order != null; order = orders.poll()) {
            try {
                order.task.run();
                carriedOut.add(order);
            } catch (IOException e) {
                order.done.completeExceptionally(e);
            }
        }
        return carriedOut;
    }

    private void forgetClosed() {
        connections.removeIf(connection -> !connection.isOpen());
        traffic.open().set(connections.size());
    }

    private long advance() {
        long wait = Long.MAX_VALUE;
        for (ProxyConnection connection : connections) {
            wait = Math.min(wait, advance(connection));
        }
        return wait;
    }

    private long advance(ProxyConnection connection) {
        try {
            return connection.isOpen() ? connection.advance(target, System.nanoTime()) : Long.MAX_VALUE;
        } catch (IOException broken) {
            connection.close(true); // what breaks on one side breaks on the other
            return Long.MAX_VALUE;
        }
    }

    private void ready(SelectionKey key) {
        try {
            if (key.attachment() instanceof ProxyConnection connection) {
                read(connection, key);
            } else {
                accept();
            }
        } catch (IOException | CancelledKeyException closedMeanwhile) {
            // by an order of this round
        }
    }

    private void accept() throws IOException {
        SocketChannel client = listener.accept();
        if (client != null) {
            connections.add(new ProxyConnection(client, selector, faults, traffic));
            traffic.connections().incrementAndGet();
        }
    }

    private void closeSelector() {
        try (selector) {
            closing = true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Order order = orders.poll(); order != null; order = orders.poll()) {
            order.refuse(); // it came behind the one to close
        }
    }

    private static void read(ProxyConnection connection, SelectionKey key) {
        try {
            connection.read(key, System.nanoTime());
        } catch (IOException broken) {
            connection.close(true);
        }
    }

    private static ServerSocketChannel listenAnywhere(Selector selector) throws IOException {
        while (true) {
            try {
                return listen(selector, Ports.free());
            } catch (BindException takenMeanwhile) {
                // by another JVM; the next port then
            }
        }
    }

    private static ServerSocketChannel listen(Selector selector, int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_ACCEPT);
        return channel;
    }

    /** What may be ordered. */
    @FunctionalInterface
    interface Task {
        void run() throws IOException;
    }

    private record Order(Task task, CompletableFuture<Void> done) {

        void refuse() {
            done.completeExceptionally(new IllegalStateException("it is closed"));
        }
    }
}
