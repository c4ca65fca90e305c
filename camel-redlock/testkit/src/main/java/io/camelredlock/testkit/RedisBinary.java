// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/**
 * The redis-server program of this machine's kind, taken once out of the jar that brings it and kept for later JVMs; or the one
 * that {@code -Dredis.binary=} names, of another version or Valkey's.
 */
final class RedisBinary {

    private static final String VERSION = "7.0.15";
    private static final String GIVEN = "redis.binary";

    private RedisBinary() {}

    /** The program; several JVMs may ask for it at once, since it appears whole or not at all. */
    static Path path() {
        String given = System.getProperty(GIVEN);
        if (given != null) {
            return Path.of(given);
        }
        String name = name(System.getProperty("os.name"), System.getProperty("os.arch"));
        try {
            Path binary = Workplace.folder().resolve(name);
            if (!Files.isExecutable(binary)) {
                extract(name, binary);
            }
            return binary;
        } catch (IOException e) {
            throw new UncheckedIOException("could not take " + name + " out of its jar", e);
        }
    }

    /** Whether it is another program than the one that comes along. */
    static boolean isGiven() {
        return System.getProperty(GIVEN) != null;
    }

    /** Whether the program has commands for debugging that must be asked for at its start: Redis before 7 always has them. */
    static boolean asksForDebugCommands(Path binary) {
        try {
            Process asked = new ProcessBuilder(binary.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            return !new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains(" v=6.");
        } catch (IOException e) {
            throw new UncheckedIOException("could not run " + binary, e);
        }
    }

    static String name(String os, String arch) {
        String system = os.toLowerCase(Locale.ROOT);
        boolean mac = system.startsWith("mac");
        boolean arm = arch.equals("aarch64") || arch.equals("arm64");
        if (!mac && !system.startsWith("linux")) {
            throw new NotPossibleHereException("there is no embedded Redis for " + os
                    + "; name running nodes with -Dredis.nodes=host:port,host:port");
        }
        return "redis-server-" + VERSION + (mac ? "-darwin-" : "-linux-") + (arm ? "arm64" : "amd64");
    }

    private static void extract(String name, Path binary) throws IOException {
        Path unfinished = Files.createTempFile(binary.getParent(), name, ".new");
        try (InputStream in = RedisBinary.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new IOException("no " + name + " on the class path; add org.signal:embedded-redis");
            }
            Files.copy(in, unfinished, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwx------"));
            Files.move(unfinished, binary, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
