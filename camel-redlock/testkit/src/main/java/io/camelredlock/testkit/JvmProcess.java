// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A main class in a JVM of its own, with the class path of this one: a member that can be frozen and killed while others go on. It
 * talks with its parent by lines, on standard output and standard input, and ends with its parent at the latest.
 *
 * <p>Safe for use by several threads.
 */
public final class JvmProcess implements AutoCloseable {

    private static final Duration READERS_END = Duration.ofSeconds(5);

    private final Process process;
    private final String name;
    private final Path folder;
    private final Writer input;
    private final List<Thread> readers;

    private JvmProcess(Builder settings) throws IOException {
        name = settings.mainClass;
        folder = ProcessGuard.instance().newFolder("jvm");
        process = ProcessGuard.instance().start(new ProcessBuilder(settings.command(folder)));
        input = process.outputWriter(StandardCharsets.UTF_8);
        readers = List.of(
                reader("out", process.getInputStream(), settings.onLine),
                reader("err", process.getErrorStream(), settings.onErrorLine));
    }

    /** Settings of a JVM that runs this class's main method. */
    public static Builder of(Class<?> mainClass) {
        return of(mainClass.getName());
    }

    /** Settings of a JVM that runs the main method of the class with this name. */
    public static Builder of(String mainClass) {
        return new Builder(mainClass);
    }

    /** The id of the process. */
    public long pid() {
        return process.pid();
    }

    /** Whether the process is there, frozen or not. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a line to the JVM's standard input. A frozen JVM finds it when it goes on. */
    public void send(String line) {
        synchronized (input) {
            try {
                input.write(line + "\n");
                input.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(this + " does not listen", e);
            }
        }
    }

    /** Stops all its threads (SIGSTOP); none does anything more when this returns. */
    public void freeze() {
        Signals.stop(pid());
    }

    /** Lets it go on (SIGCONT), unaware of the time that passed. */
    public void thaw() {
        Signals.resume(pid());
    }

    /** Ends it at once (SIGKILL), also if frozen; returns when it is gone and all its lines have been listened to. */
    public void kill() {
        process.toHandle()
                .destroyForcibly(); // Process.destroy would close the streams before they are read to their end
        awaitExit(READERS_END);
    }

    /** Asks it to end (SIGTERM): its shutdown hooks run. Does not wait. */
    public void terminate() {
        process.toHandle().destroy();
    }

    /** Waits for its end; empty if that did not come in time. All its lines have been listened to when there is an exit status. */
    public OptionalInt awaitExit(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                return OptionalInt.empty();
            }
            for (Thread reader : readers) {
                reader.join(READERS_END.toMillis());
            }
            return OptionalInt.of(process.exitValue());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted while waiting for " + this));
        }
    }

    /** Kills it if it still runs. */
    @Override
    public void close() {
        kill();
        Workplace.delete(folder);
    }

    /** The main class and the process id. */
    @Override
    public String toString() {
        return name + " (process " + pid() + ")";
    }

    private Thread reader(String stream, InputStream from, Consumer<String> listener) {
        Thread thread = new Thread(() -> read(from, listener), "jvm-" + pid() + "-" + stream);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void read(InputStream from, Consumer<String> listener) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
            lines.lines().forEach(listener);
        } catch (IOException | UncheckedIOException ended) {
            // a killed process breaks off in the middle
        }
    }

    /** Settings of a JVM to be started. Not safe for use by several threads. */
    public static final class Builder {

        private final String mainClass;
        private final List<String> jvmOptions = new ArrayList<>();
        private final List<String> arguments = new ArrayList<>();
        private String classPath = System.getProperty("java.class.path");
        private Consumer<String> onLine = line -> {};
        private Consumer<String> onErrorLine = System.err::println;

        private Builder(String mainClass) {
            this.mainClass = mainClass;
        }

        /** Options of the JVM, such as {@code -Xmx64m} or {@code -Dname=value}. */
        public Builder jvmOptions(String... options) {
            jvmOptions.addAll(List.of(options));
            return this;
        }

        /** Arguments of the main method. */
        public Builder arguments(String... arguments) {
            this.arguments.addAll(List.of(arguments));
            return this;
        }

        /** Another class path than this JVM's own. */
        public Builder classPath(String classPath) {
            this.classPath = classPath;
            return this;
        }

        /** Who listens to the lines of standard output, on a thread of its own; by default nobody. */
        public Builder onLine(Consumer<String> listener) {
            onLine = listener;
            return this;
        }

        /** Who listens to the lines of standard error, on a thread of its own; by default they go to this JVM's. */
        public Builder onErrorLine(Consumer<String> listener) {
            onErrorLine = listener;
            return this;
        }

        /** Starts the JVM; returns before its main method begins. */
        public JvmProcess start() {
            try {
                return new JvmProcess(this);
            } catch (IOException e) {
                throw new UncheckedIOException("could not start a JVM for " + mainClass, e);
            }
        }

        /** The class path goes through a file, since it may be longer than a command line may be. */
        private List<String> command(Path folder) throws IOException {
            Path file = folder.resolve("arguments");
            Files.writeString(file, "-cp\n" + quoted(classPath) + "\n");
            String java = ProcessHandle.current().info().command().orElseThrow();
            List<String> command = new ArrayList<>(List.of(java, "@" + file));
            command.addAll(jvmOptions);
            command.add(mainClass);
            command.addAll(arguments);
            return command;
        }

        private static String quoted(String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }
}
