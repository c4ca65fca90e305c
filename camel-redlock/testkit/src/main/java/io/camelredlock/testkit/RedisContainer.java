// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.NotFoundException;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A container with one redis-server. Its start is neither checked nor awaited by Testcontainers, which removes what does not start,
 * and its log with it; here the server's own words are wanted.
 */
final class RedisContainer extends GenericContainer<RedisContainer> {

    private static final String LOCAL_IMAGE = "camel-redlock/redis:7.0.15";
    private static final String PUBLIC_IMAGE = "redis:7.4";
    private static final String READY = "Ready to accept connections";

    /** On the host's network: the port can be chosen once and kept, and no bridge is needed. */
    RedisContainer(String image, String host, int port, ServerSettings settings) {
        super(DockerImageName.parse(image).asCompatibleSubstituteFor("redis"));
        List<String> command =
                new ArrayList<>(List.of("redis-server", "--port", Integer.toString(port), "--bind", host));
        command.addAll(settings.commandLine());
        withNetworkMode("host");
        withCommand(command.toArray(String[]::new));
        withStartupCheckStrategy(new Unchecked());
        waitingFor(new Unawaited());
    }

    /** The image asked for, else the one made on this machine, else the public one. */
    static String image() {
        String asked = System.getProperty("redis.image");
        if (asked != null) {
            return asked;
        }
        try {
            DockerClientFactory.lazyClient().inspectImageCmd(LOCAL_IMAGE).exec();
            return LOCAL_IMAGE;
        } catch (NotFoundException absent) {
            return PUBLIC_IMAGE;
        }
    }

    /** How often the server in it has become ready. */
    int starts() {
        return getLogs().split(READY, -1).length - 1;
    }

    /** What the engine says now; it may have changed since the start. */
    ContainerState state() {
        return dockerClient.inspectContainerCmd(getContainerId()).exec().getState();
    }

    void pause() {
        dockerClient.pauseContainerCmd(getContainerId()).exec();
    }

    void unpause() {
        dockerClient.unpauseContainerCmd(getContainerId()).exec();
    }

    void kill() {
        dockerClient.killContainerCmd(getContainerId()).withSignal("KILL").exec();
    }

    void startAgain() {
        dockerClient.startContainerCmd(getContainerId()).exec();
    }

    private static final class Unchecked extends StartupCheckStrategy {

        @Override
        public StartupStatus checkStartupState(DockerClient client, String containerId) {
            return StartupStatus.SUCCESSFUL;
        }
    }

    private static final class Unawaited extends AbstractWaitStrategy {

        @Override
        protected void waitUntilReady() {
            // ContainerServer waits
        }
    }
}
