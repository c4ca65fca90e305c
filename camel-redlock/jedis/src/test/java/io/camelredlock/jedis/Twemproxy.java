// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A nutcracker of this machine in front of some nodes, among which it spreads the keys. */
final class Twemproxy implements AutoCloseable {

    private static final List<Path> PLACES = List.of(
            Path.of("/usr/sbin/nutcracker"), Path.of("/usr/bin/nutcracker"), Path.of("/usr/local/sbin/nutcracker"));

    private final Path folder;
    private final Process process;
    private final int port;

    private Twemproxy(Path folder, Process process, int port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    static Optional<Path> program() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    static Twemproxy before(RedisNodes nodes) throws IOException {
        Path folder = Files.createTempDirectory("twemproxy");
        int port = freePort();
        StringBuilder config = new StringBuilder("locks:\n  listen: 127.0.0.1:" + port
                + "\n  redis: true\n  hash: fnv1a_64\n  distribution: ketama\n  auto_eject_hosts: false\n"
                + "  server_retry_timeout: 100\n  servers:\n");
        for (RedisNode node : nodes) {
            config.append("  - ").append(node.address()).append(":1\n");
        }
        Path file = Files.writeString(folder.resolve("nutcracker.yml"), config);
        Process process = new ProcessBuilder(
                        program().orElseThrow().toString(),
                        "-c",
                        file.toString(),
                        "-s",
                        Integer.toString(freePort()),
                        "-o",
                        folder.resolve("log").toString())
                .start();
        return new Twemproxy(folder, process, port);
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try (Stream<Path> files = Files.walk(folder)) {
            process.waitFor(5, TimeUnit.SECONDS);
            files.sorted((one, other) -> other.compareTo(one)).forEach(Twemproxy::delete);
        } catch (IOException | InterruptedException leftBehind) {
            throw new IllegalStateException("nutcracker left something behind in " + folder, leftBehind);
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException leftBehind) {
            throw new IllegalStateException(path + " could not be deleted", leftBehind);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
