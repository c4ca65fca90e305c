// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What JVMs left behind whose guard was killed together with them: processes that run on, and their folders. */
final class Leftovers {

    /** Both the start of a process and the time of a file are told to within a second or so. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(2);

    private Leftovers() {}

    /** The file that the owner of a folder keeps locked as long as it lives. */
    static Path lockOf(Path folder) {
        return folder.resolveSibling(folder.getFileName() + ".lock");
    }

    /** Ends the processes and removes the folders of all owners that are gone. */
    static void clear(Path running) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(running, Files::isDirectory)) {
            for (Path folder : folders) {
                clearIfOrphaned(folder);
            }
        }
    }

    private static void clearIfOrphaned(Path folder) throws IOException {
        Path lockFile = lockOf(folder);
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                killProcesses(folder);
                Workplace.delete(folder);
                Files.deleteIfExists(lockFile);
            }
        } catch (NoSuchFileException beingCleared) {
            // its guard is at work at this moment
        } catch (OverlappingFileLockException ours) {
            // this JVM's own folder
        }
    }

    private static void killProcesses(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.pid")) {
            for (Path file : files) {
                kill(Files.readAllLines(file), Files.getLastModifiedTime(file).toInstant());
            }
        }
    }

    private static void kill(List<String> idAndProgram, Instant written) {
        if (idAndProgram.size() == 2) { // else it was killed before it became a program
            ProcessHandle.of(Long.parseLong(idAndProgram.get(0)))
                    .filter(process -> isTheOneThatWrote(process.info(), idAndProgram.get(1), written))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** A process id may have been given to another process since: that one started later, or runs another program. */
    static boolean isTheOneThatWrote(ProcessHandle.Info process, String program, Instant written) {
        return process.command().filter(program::equals).isPresent()
                && process.startInstant()
                        .filter(start -> !start.isAfter(written.plus(CLOCK_TOLERANCE)))
                        .isPresent();
    }
}
