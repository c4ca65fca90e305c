// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One way of one connection through a proxy. What was read waits until it is due and keeps its order, so that a delay is latency
 * and does not slow down what follows. Touched by the proxy's thread only.
 */
final class ProxyFlow {

    private static final int READ_BYTES = 16 * 1024;
    private static final int MAX_WAITING_BYTES = 4 * 1024 * 1024;

    private final Direction direction;
    private final SocketChannel from;
    private final SocketChannel to;
    private final ProxyFaults faults;
    private final AtomicLong bytes;
    private final Queue<Piece> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private long lastDueNanos = System.nanoTime();
    private boolean readToEnd;
    private boolean finished;
    private boolean blocked;

    ProxyFlow(Direction direction, SocketChannel from, SocketChannel to, ProxyFaults faults, AtomicLong bytes) {
        this.direction = direction;
        this.from = from;
        this.to = to;
        this.faults = faults;
        this.bytes = bytes;
    }

    boolean wantsToRead() {
        return !readToEnd && !faults.isCut(direction) && waitingBytes < MAX_WAITING_BYTES;
    }

    /** Whether the receiver's buffer was full, so that its next vacancy is of interest. */
    boolean wantsToWrite() {
        return blocked && !faults.isCut(direction);
    }

    /** Whether the end was passed on. */
    boolean isFinished() {
        return finished;
    }

    void read(long nowNanos) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
        int count = from.read(buffer);
        if (count < 0) {
            end(nowNanos);
            return;
        }
        if (count == 0) {
            return; // another cause woke the selector
        }
        bytes.addAndGet(count);
        if (faults.resetsAt(direction)) {
            throw new IOException("reset before a reply, as asked");
        }
        if (!faults.loses(direction)) {
            enqueue(new Piece(buffer.flip(), due(nowNanos), false));
        }
    }

    /** Lets the receiver see the end behind all that is on its way. */
    void end(long nowNanos) {
        if (!readToEnd) {
            readToEnd = true;
            enqueue(new Piece(ByteBuffer.allocate(0), due(nowNanos), true));
        }
    }

    /** Passes on what is due; returns how long the next piece has to wait, {@code Long.MAX_VALUE} if nothing waits for its time. */
    long write(long nowNanos) throws IOException {
        blocked = false;
        for (Piece piece = waiting.peek(); piece != null && !faults.isCut(direction); piece = waiting.peek()) {
            if (piece.dueNanos - nowNanos > 0) {
                return piece.dueNanos - nowNanos;
            }
            if (!pass(piece)) {
                blocked = true;
                return Long.MAX_VALUE;
            }
            waiting.remove();
        }
        return Long.MAX_VALUE;
    }

    private boolean pass(Piece piece) throws IOException {
        if (piece.end) {
            to.shutdownOutput();
            finished = true;
            return true;
        }
        waitingBytes -= to.write(piece.bytes);
        return !piece.bytes.hasRemaining();
    }

    private void enqueue(Piece piece) {
        waitingBytes += piece.bytes.remaining();
        waiting.add(piece);
    }

    /** A delay that was just shortened does not let later bytes overtake earlier ones. */
    private long due(long nowNanos) {
        long due = nowNanos + faults.delayNanos(direction);
        lastDueNanos = due - lastDueNanos > 0 ? due : lastDueNanos;
        return lastDueNanos;
    }

    private record Piece(ByteBuffer bytes, long dueNanos, boolean end) {}
}
