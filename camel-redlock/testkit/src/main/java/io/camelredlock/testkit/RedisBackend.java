// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.List;
import java.util.Locale;

/** Where Redis nodes come from. */
public enum RedisBackend {
    /** Processes of this machine, started from a binary in a jar. All faults are possible. */
    EMBEDDED,
    /** Containers on the host's network; needs a container engine and Testcontainers on the class path. */
    CONTAINERS,
    /** Servers that run already, named by the system property {@code redis.nodes}; they can only be cut off. */
    GIVEN;

    /** What the system properties {@code redis.backend} and {@code redis.nodes} ask for; embedded if nothing. */
    static RedisBackend configured() {
        String asked = System.getProperty("redis.backend");
        if (asked != null) {
            return valueOf(asked.toUpperCase(Locale.ROOT));
        }
        return System.getProperty("redis.nodes") == null ? EMBEDDED : GIVEN;
    }

    /** Starts one server per entry; each entry holds the further arguments of that server. */
    List<? extends Server> start(List<ServerSettings> settings) {
        return switch (this) {
            case EMBEDDED -> EmbeddedServer.startAll(settings);
            case CONTAINERS -> startContainers(settings);
            case GIVEN -> GivenServer.connectAll(settings);
        };
    }

    /** Testcontainers is an optional dependency. */
    private static List<? extends Server> startContainers(List<ServerSettings> settings) {
        try {
            return ContainerServer.startAll(settings);
        } catch (NoClassDefFoundError e) {
            throw new NotPossibleHereException(
                    "containers need org.testcontainers:testcontainers on the class path; " + e.getMessage(), e);
        }
    }
}
