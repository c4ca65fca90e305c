// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A redis-server process of this machine. Not safe for use by several threads at once. */
final class EmbeddedServer implements Server {

    private static final String HOST = "127.0.0.1";
    private static final String READY = "Ready to accept connections";
    private static final long START_SECONDS = 10;
    private static final int TRIES = 50;
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path binary;
    private final boolean debugCommands;
    private final Path folder = ProcessGuard.instance().newFolder("redis");
    private final Path log = folder.resolve("server.log");
    private final ServerSettings settings;
    private int port = Ports.free();
    private Process process;

    private EmbeddedServer(Path binary, boolean debugCommands, ServerSettings settings) {
        this.binary = binary;
        this.debugCommands = debugCommands;
        this.settings = settings;
        this.process = launch();
    }

    /** Starts all at once and returns when all are ready; none is left running when one fails. */
    static List<EmbeddedServer> startAll(List<ServerSettings> settings) {
        Path binary = RedisBinary.path();
        boolean debugCommands = !RedisBinary.isGiven() || RedisBinary.asksForDebugCommands(binary);
        List<EmbeddedServer> servers = new ArrayList<>();
        try {
            settings.forEach(one -> servers.add(new EmbeddedServer(binary, debugCommands, one)));
            servers.forEach(EmbeddedServer::awaitFirstStart);
            return servers;
        } catch (RuntimeException e) {
            servers.forEach(EmbeddedServer::close);
            throw e;
        }
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean isRunning() {
        return process.isAlive();
    }

    @Override
    public void freeze() {
        Signals.stop(pid());
    }

    @Override
    public void thaw() {
        Signals.resume(pid());
    }

    @Override
    public void kill() {
        process.destroyForcibly();
        await(process, START_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void restart() {
        // The port is this server's; whoever took it meanwhile is given a second to leave.
        long end = System.nanoTime() + RETRY_NANOS;
        process = launch();
        while (!isReady() && isWorthAnotherTry() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
            process = launch();
        }
        failUnlessReady();
    }

    @Override
    public void restartEmpty() {
        Workplace.delete(data());
        restart();
    }

    @Override
    public String log() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
        Workplace.delete(folder);
    }

    private void awaitFirstStart() {
        for (int i = 1; i < TRIES && !isReady() && isWorthAnotherTry(); i++) {
            port = Ports.free();
            process = launch();
        }
        failUnlessReady();
    }

    private Process launch() {
        List<String> command = new ArrayList<>(List.of(binary.toString(), "--port", Integer.toString(port)));
        command.addAll(List.of("--bind", HOST, "--dir", data().toString()));
        if (debugCommands) {
            command.addAll(List.of("--enable-debug-command", "local"));
        }
        command.addAll(settings.commandLine());
        try {
            Files.createDirectories(data());
            return ProcessGuard.instance()
                    .start(new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectInput(ProcessBuilder.Redirect.from(
                                    Path.of("/dev/null").toFile()))
                            .redirectOutput(log.toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException("could not start " + binary, e);
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    /** Waits until the server is ready (true) or has ended (false). Its log is asked, since on its port somebody else may answer. */
    private boolean isReady() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!log().contains(READY)) {
            if (await(process, 1, TimeUnit.MILLISECONDS) || System.nanoTime() - end > 0) {
                return false;
            }
        }
        return process.isAlive();
    }

    /** The port was taken a moment before, or the program's file was still held open by another child of this JVM. */
    private boolean isWorthAnotherTry() {
        return !process.isAlive() && (log().contains("Failed listening on port") || log().contains("Text file busy"));
    }

    private void failUnlessReady() {
        if (!isReady()) {
            kill();
            throw new IllegalStateException(
                    "redis-server on port " + port + " did not start. It said: " + log().trim());
        }
    }

    private static boolean await(Process process, long time, TimeUnit unit) {
        try {
            return process.waitFor(time, unit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted while waiting for redis-server"));
        }
    }
}
