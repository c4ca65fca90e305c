// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy in front of a node that makes the network between them bad: slow, cut, broken. Each proxy has one daemon thread and
 * listens on a port of its own on the loopback address; give every client its own proxy to cut off one of them
 * ({@link RedisNodes#links}).
 *
 * <p>A fault holds when the method returns. Safe for use by several threads.
 */
public final class FaultProxy implements AutoCloseable {

    private final ProxyFaults faults = new ProxyFaults();
    private final ProxyTraffic traffic = new ProxyTraffic();
    private final ProxyLoop loop;

    private FaultProxy(String host, int port) throws IOException {
        loop = new ProxyLoop(new InetSocketAddress(host, port), faults, traffic);
        Thread thread = new Thread(loop, "fault-proxy-" + loop.port() + "-to-" + port);
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts a proxy in front of this address. Nothing need listen there yet. */
    public static FaultProxy to(String host, int port) {
        try {
            return new FaultProxy(host, port);
        } catch (IOException e) {
            throw new UncheckedIOException("no proxy to " + host + ":" + port, e);
        }
    }

    /** The host that clients connect to. */
    public String host() {
        return "127.0.0.1";
    }

    /** The port that clients connect to. */
    public int port() {
        return loop.port();
    }

    /** {@code host:port}. */
    public String address() {
        return host() + ":" + port();
    }

    /** Delays each way, so that a round trip takes twice as long. Latency only: what is sent together arrives together. */
    public void delay(Duration eachWay) {
        order(() -> {
            faults.delay(Direction.REQUESTS, eachWay);
            faults.delay(Direction.REPLIES, eachWay);
        });
    }

    /** Delays one way. Bytes on their way keep their time and their order. */
    public void delay(Direction direction, Duration delay) {
        order(() -> faults.delay(direction, delay));
    }

    /**
     * A broken cable: nothing passes any more, nothing is closed, new connections succeed and stay silent. What is sent meanwhile
     * arrives after {@link #heal}, as TCP would have it.
     */
    public void cut() {
        order(() -> {
            faults.cut(Direction.REQUESTS);
            faults.cut(Direction.REPLIES);
        });
    }

    /** A half-open link: one way is cut, the other works. */
    public void cut(Direction direction) {
        order(() -> faults.cut(direction));
    }

    /** Ends all faults but the delays; what was held up goes on. */
    public void heal() {
        order(() -> {
            faults.heal();
            loop.listen();
        });
    }

    /** Breaks all connections with a reset; new ones are welcome. */
    public void reset() {
        order(loop::reset);
    }

    /** Refuses new connections, as a host without the service does; those that are open go on. */
    public void refuse() {
        order(loop::refuse);
    }

    /** Closes one way of all connections behind what is on its way; the receiver sees the end, the sender notices nothing. */
    public void halfClose(Direction direction) {
        order(() -> loop.halfClose(direction));
    }

    /** Swallows what the node sends the next so many times. With one command at a time, these are replies. */
    public void dropReplies(int count) {
        order(() -> faults.dropReplies(count));
    }

    /** Breaks the connection in place of a reply, the next so many times: the node did what was asked, the client cannot know. */
    public void resetBeforeReply(int count) {
        order(() -> faults.resetBeforeReply(count));
    }

    /** How many connections were accepted so far. */
    public long connections() {
        return traffic.connections().get();
    }

    /** How many connections are open. */
    public int openConnections() {
        return traffic.open().intValue();
    }

    /** How many bytes clients have sent so far, those that wait not counted while requests are cut. */
    public long requestBytes() {
        return traffic.requestBytes().get();
    }

    /** How many bytes the node has sent so far, those that wait not counted while replies are cut. */
    public long replyBytes() {
        return traffic.replyBytes().get();
    }

    /** Breaks all connections and gives the port back. */
    @Override
    public void close() {
        if (loop.isRunning()) {
            loop.order(loop::close).exceptionally(FaultProxy::forgiveIfClosed).join();
        }
    }

    /** Somebody else closed it first. */
    private static @Nullable Void forgiveIfClosed(Throwable failure) {
        if (failure instanceof IllegalStateException) {
            return null;
        }
        throw new CompletionException(failure);
    }

    /** Where from and where to. */
    @Override
    public String toString() {
        return loop.toString();
    }

    /** Ends all faults, delays too. */
    void restore() {
        if (loop.isRunning()) {
            heal();
            delay(Duration.ZERO);
        }
    }

    private void order(ProxyLoop.Task task) {
        try {
            loop.order(task).join();
        } catch (CompletionException e) {
            throw new IllegalStateException(this + " did not do as told", e.getCause());
        }
    }
}
