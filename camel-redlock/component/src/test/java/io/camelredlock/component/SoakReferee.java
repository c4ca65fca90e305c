// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Sees by files that all processes share whether two of them ever worked on one key at once. Knows nothing of locks. A file left by a
 * process that is dead stands for nobody. Safe for use by several processes and threads.
 */
final class SoakReferee {

    private final Path folder;

    SoakReferee(Path folder) {
        this.folder = folder;
    }

    void enter(String key) {
        try {
            if (!isFree(key)) {
                Files.writeString(
                        folder.resolve("overlaps"), key + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private boolean isFree(String key) throws IOException {
        Path file = fileOf(key);
        String me = String.valueOf(ProcessHandle.current().pid());
        try {
            Files.writeString(file, me, StandardOpenOption.CREATE_NEW);
            return true;
        } catch (FileAlreadyExistsException taken) {
            boolean isOfTheDead = isOfTheDead(file);
            Files.writeString(file, me, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
            return isOfTheDead;
        }
    }

    /** A file that is still empty is that of somebody who died between making and writing it. */
    private static boolean isOfTheDead(Path file) throws IOException {
        try {
            String pid = Files.readString(file);
            return pid.isEmpty() || ProcessHandle.of(Long.parseLong(pid)).isEmpty();
        } catch (NoSuchFileException leftJustNow) {
            return false;
        }
    }

    void leave(String key) {
        try {
            boolean unused = Files.deleteIfExists(fileOf(key));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private Path fileOf(String key) {
        return folder.resolve("inside-" + key);
    }

    List<String> overlaps() throws IOException {
        Path seen = folder.resolve("overlaps");
        return Files.exists(seen) ? Files.readAllLines(seen) : List.of();
    }
}
