// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts processes that do not outlive this JVM, however it ends, SIGKILL included.
 *
 * <p>A small shell reads from a pipe that only this JVM holds. When the pipe closes the JVM is gone, and the shell kills every
 * process that left its id in this JVM's folder, then removes the folder. A process writes its id itself before it becomes the
 * program asked for, so there is no moment in which it runs unknown; if the folder is gone it does not become anything. Should the
 * shell be killed as well, the next JVM finds the folder without an owner ({@link Leftovers}). A shutdown hook would not do: it
 * does not run on SIGKILL.
 */
final class ProcessGuard {

    /** Leaves the process id and the program, then becomes the program under the same id. */
    private static final String BECOME = "printf '%s\\n%s\\n' $$ \"$1\" >\"$0\" && exec \"$@\"";

    /**
     * Waits for the end of the JVM, whatever signals a terminal sends to the whole group, and clears up behind it. Once the folder is
     * renamed no process can leave its id any more; one that was about to write it is given a second.
     */
    private static final String GUARD = "trap '' HUP INT QUIT TERM; while read -r line; do :; done; "
            + "mv \"$0\" \"$0.dead\"; "
            + "for file in \"$0.dead\"/*.pid; do { read -r pid || { sleep 1; read -r pid; }; } <\"$file\" && kill -9 \"$pid\"; done; "
            + "rm -rf \"$0.dead\" \"$0.lock\"";

    private final Path folder;
    private final FileLock owner;
    private final Process guard;
    private final AtomicInteger count = new AtomicInteger();

    private ProcessGuard() throws IOException {
        Path running = Files.createDirectories(Workplace.folder().resolve("running"));
        Leftovers.clear(running);
        folder = running.resolve(UUID.randomUUID().toString());
        owner = lock(Leftovers.lockOf(folder)); // before the folder is there, so that nobody takes it for a leftover
        Files.createDirectory(folder);
        guard = new ProcessBuilder("/bin/sh", "-c", GUARD, folder.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** This JVM's guard; it is never let go, since the pipe closes with it. */
    static ProcessGuard instance() {
        return Holder.INSTANCE;
    }

    /** A new, empty folder that is removed at the end of this JVM at the latest. */
    Path newFolder(String name) {
        try {
            return Files.createDirectory(folder.resolve(name + "-" + count.incrementAndGet()));
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for " + name, e);
        }
    }

    /** Starts the builder's command as a process that ends with this JVM. */
    Process start(ProcessBuilder builder) throws IOException {
        if (!guard.isAlive() || !owner.isValid()) {
            throw new IOException("the guard of this JVM's child processes was killed; start a new JVM");
        }
        Path file = folder.resolve(count.incrementAndGet() + ".pid");
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", BECOME, file.toString()));
        command.addAll(builder.command());
        Process process = builder.command(command).start();
        // at once, before the system gives the id to somebody else
        var unused = process.onExit().thenRun(() -> forget(file));
        return process;
    }

    private static void forget(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileLock lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            throw new IOException(file + " is locked by another process");
        }
        return lock;
    }

    private static final class Holder {

        private static final ProcessGuard INSTANCE = create();

        private static ProcessGuard create() {
            try {
                return new ProcessGuard();
            } catch (IOException e) {
                throw new UncheckedIOException("child processes of this JVM cannot be guarded", e);
            }
        }
    }
}
