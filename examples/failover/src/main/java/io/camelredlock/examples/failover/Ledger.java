// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/**
 * The protected resource: a file that several processes append to, one at a time, and that checks fencing tokens.
 *
 * <p>Its first line is the fence: the highest token seen and the number of the next entry. An attempt with a lower token is
 * refused, however sure its sender is to be the leader. Both are checked and changed under the file's lock, so the file's own
 * order says what came first, whatever became late on its way. Entries carry {@link System#nanoTime()}, which on Linux and
 * macOS reads one clock for all processes of the machine.
 *
 * <p>Several processes may use one file; within a process one thread at a time.
 */
final class Ledger implements AutoCloseable {

    private static final String FENCE = "%019d %010d\n";
    private static final int FENCE_BYTES = 31;

    private final FileChannel file;
    private final boolean fenced;

    /** Opens the file, made if need be. Without a fence it accepts every token: that breaks the safety on purpose. */
    Ledger(Path path, boolean fenced) throws IOException {
        this.file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        this.fenced = fenced;
    }

    /** Appends one entry, or the record of its refusal. */
    Tick append(String member, long token) throws IOException {
        try (FileLock lock = file.lock()) {
            assert lock.isValid();
            long[] fence = readFence();
            boolean accepted = token >= fence[0] || !fenced;
            Tick tick = new Tick(fence[1], System.nanoTime(), member, token, accepted);
            // The fence first: a process killed between the two writes leaves a gap, not a hole in the fence.
            write(String.format(Locale.ROOT, FENCE, Math.max(token, fence[0]), fence[1] + 1), 0);
            write(tick.toLine() + "\n", file.size());
            return tick;
        }
    }

    /** All entries in their order. */
    static List<Tick> read(Path path) throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        return Files.readAllLines(path).stream().skip(1).map(Tick::parse).toList();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private long[] readFence() throws IOException {
        ByteBuffer line = ByteBuffer.allocate(FENCE_BYTES);
        if (file.read(line, 0) < FENCE_BYTES) {
            return new long[] {0, 0};
        }
        String[] words =
                new String(line.array(), StandardCharsets.US_ASCII).trim().split(" ", -1);
        return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
    }

    private void write(String text, long position) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        long at = position;
        while (bytes.hasRemaining()) {
            at += file.write(bytes, at);
        }
    }
}
