// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A socket as Jedis and TLS want one, on a channel that does not block. So its reader can sleep until something comes in or
 * somebody wakes it, a peer that hangs up is noticed at once, writing has a time-out as well as reading, and any thread can end
 * it at any time.
 *
 * <p>One thread reads or sleeps, one writes; they may be the same.
 */
final class ChannelSocket extends Socket {

    private final SocketChannel channel;
    private volatile int timeoutMillis;
    private volatile @Nullable Readiness connecting;
    private volatile @Nullable Readiness idle; // apart from the next: a late wake-up must not look like a time-out
    private volatile @Nullable Readiness input;
    private volatile @Nullable Readiness output;
    private volatile boolean isClosed;

    ChannelSocket() throws IOException {
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    }

    void connect(InetSocketAddress target, int withinMillis) throws IOException {
        Readiness connectable = new Readiness(channel, SelectionKey.OP_CONNECT);
        connecting = connectable;
        if (!channel.connect(target) && !connectable.await(withinMillis)) {
            throw new SocketTimeoutException("no connection in time");
        }
        channel.finishConnect();
        connectable.close();
        idle = new Readiness(channel, SelectionKey.OP_READ);
        input = new Readiness(channel, SelectionKey.OP_READ);
        timeoutMillis = withinMillis;
        if (isClosed) {
            close();
        }
    }

    /** Sleeps until something comes in (true), somebody wakes it, or the time is over. */
    boolean sleep(long nanos) throws IOException {
        return connected(idle).await(TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    /** Ends the present sleep, or the next one. From any thread. */
    void wake() {
        Readiness present = idle;
        if (present != null) {
            present.wake();
        }
    }

    /** Reads what is there without waiting: −1 at the end of the stream, 0 if there is nothing. */
    int readNow(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public InputStream getInputStream() {
        return new Input();
    }

    @Override
    public OutputStream getOutputStream() {
        return new Output();
    }

    @Override
    public int getSoTimeout() {
        return timeoutMillis;
    }

    @Override
    public void setSoTimeout(int millis) {
        timeoutMillis = millis;
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
    }

    @Override
    public boolean isBound() {
        return isConnected();
    }

    @Override
    public boolean isClosed() {
        return isClosed;
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        channel.close();
        for (Readiness each : new Readiness[] {connecting, idle, input, output}) {
            if (each != null) {
                each.close();
            }
        }
    }

    private static Readiness connected(@Nullable Readiness present) throws IOException {
        if (present == null) {
            throw new IOException("not connected");
        }
        return present;
    }

    private Readiness writable() throws IOException {
        Readiness present = output;
        if (present == null) {
            present = new Readiness(channel, SelectionKey.OP_WRITE);
            output = present;
        }
        return present;
    }

    private final class Input extends InputStream {

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(into, offset, length);
            int read = channel.read(buffer);
            while (read == 0 && length > 0) {
                if (!connected(input).await(timeoutMillis)) {
                    throw new SocketTimeoutException("no answer in time");
                }
                read = channel.read(buffer);
            }
            return read;
        }
    }

    private final class Output extends OutputStream {

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(from, offset, length);
            while (buffer.hasRemaining()) {
                if (channel.write(buffer) == 0 && !writable().await(timeoutMillis)) {
                    throw new SocketTimeoutException("nothing was taken in time");
                }
            }
        }
    }
}
