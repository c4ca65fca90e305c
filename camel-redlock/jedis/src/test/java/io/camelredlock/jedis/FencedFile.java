// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.StaleFencingTokenException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** How a file checks fencing tokens: its first line is that of its last writer. An example for the manual. */
final class FencedFile {

    private final Path file;

    FencedFile(Path file) {
        this.file = file;
    }

    // tag::file[]
    synchronized void write(String text, long fencingToken) throws IOException {
        Path guard = file.resolveSibling(file.getFileName() + ".lock"); // the file itself is replaced below
        try (FileChannel channel = FileChannel.open(guard, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock turn = channel.lock()) {
            if (fencingToken < lastToken()) {
                throw new StaleFencingTokenException(file.getFileName().toString(), fencingToken);
            }
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.write(
                    next,
                    List.of(Long.toString(fencingToken), text),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private long lastToken() throws IOException {
        return Files.exists(file) ? Long.parseLong(Files.readAllLines(file).get(0)) : 0;
    }
    // end::file[]

    String read() throws IOException {
        return Files.readAllLines(file).get(1);
    }
}
