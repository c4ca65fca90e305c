// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** Waits until a channel is ready for one kind of operation. One thread waits, any thread may wake it or end its waiting. */
final class Readiness {

    private final Selector selector;

    /** For an operation of {@link java.nio.channels.SelectionKey}; the channel must not block. */
    Readiness(SocketChannel channel, int operation) throws IOException {
        this.selector = Selector.open();
        try {
            channel.register(selector, operation);
        } catch (ClosedChannelException closed) {
            selector.close();
            throw closed;
        }
    }

    /** Whether the channel is ready, before the time is over or somebody wakes who waits. */
    boolean await(long millis) throws IOException {
        try {
            return selector.select(key -> {}, Math.max(1, millis)) > 0;
        } catch (ClosedSelectorException closed) {
            throw new IOException("closed", closed);
        }
    }

    /** Ends the present waiting, or the next. */
    void wake() {
        selector.wakeup();
    }

    /** Ends all waiting for good. */
    void close() throws IOException {
        selector.close();
    }
}
