// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.NotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A redis-server in a container on the host's network, so that its port can be chosen once and kept, and no bridge is needed. Not
 * safe for use by several threads at once.
 */
final class ContainerServer implements Server {

    private static final String LOCAL_IMAGE = "camel-redlock/redis:7.0.15";
    private static final String PUBLIC_IMAGE = "redis:7.4";
    private static final String HOST = "127.0.0.1";
    private static final String READY = "Ready to accept connections";
    private static final Duration START = Duration.ofSeconds(30);
    private static final long POLL_NANOS = 5_000_000;
    private static final int TRIES = 5;

    private final DockerImageName image;
    private final ServerSettings settings;
    private int port = Ports.free();
    private GenericContainer<?> container;

    private ContainerServer(DockerImageName image, ServerSettings settings) {
        this.image = image;
        this.settings = settings;
        this.container = launch();
    }

    /** Starts all of them; none is left running when one fails. */
    static List<ContainerServer> startAll(List<ServerSettings> settings) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new NotPossibleHereException("no container engine answers; set DOCKER_HOST or start one");
        }
        DockerImageName image = DockerImageName.parse(image()).asCompatibleSubstituteFor("redis");
        List<ContainerServer> servers = new ArrayList<>();
        try {
            settings.forEach(one -> servers.add(new ContainerServer(image, one)));
            return servers;
        } catch (RuntimeException e) {
            servers.forEach(ContainerServer::close);
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
        Long pid = state().getPidLong();
        if (pid == null || pid == 0) {
            throw new IllegalStateException("the container of node " + HOST + ":" + port + " does not run");
        }
        return pid;
    }

    @Override
    public boolean isRunning() {
        return Boolean.TRUE.equals(state().getRunning());
    }

    @Override
    public void freeze() {
        engine().pauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void thaw() {
        engine().unpauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void kill() {
        if (isRunning()) {
            engine().killContainerCmd(container.getContainerId())
                    .withSignal("KILL")
                    .exec();
            await("die", () -> !isRunning());
        }
    }

    @Override
    public void restart() {
        int starts = starts();
        engine().startContainerCmd(container.getContainerId()).exec();
        await("start", () -> starts() > starts);
    }

    @Override
    public void restartEmpty() {
        container.stop(); // and removed, with all that it had written
        container = start();
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    @Override
    public void close() {
        container.stop();
    }

    /** Somebody may have taken the port since it was found free, so a failed start is tried on others. */
    private GenericContainer<?> launch() {
        for (int i = 1; i < TRIES; i++) {
            try {
                return start();
            } catch (PortTakenException taken) {
                port = Ports.free();
            }
        }
        return start();
    }

    private GenericContainer<?> start() {
        List<String> command =
                new ArrayList<>(List.of("redis-server", "--port", Integer.toString(port), "--bind", HOST));
        command.addAll(settings.commandLine());
        GenericContainer<?> started = new GenericContainer<>(image)
                .withNetworkMode("host")
                .withCommand(command.toArray(String[]::new))
                .waitingFor(Wait.forLogMessage(".*" + READY + ".*", 1))
                .withStartupTimeout(START);
        try {
            started.start();
            return started;
        } catch (ContainerLaunchException e) {
            throw explained(e, started);
        }
    }

    private RuntimeException explained(ContainerLaunchException failure, GenericContainer<?> failed) {
        String said = failed.getContainerId() == null ? "" : failed.getLogs().trim();
        failed.stop();
        String message = "redis-server on port " + port + " did not start in a container. It said: " + said;
        return said.contains("Failed listening on port")
                ? new PortTakenException(message, failure)
                : new IllegalStateException(message, failure);
    }

    private void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + START.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("the container of node " + HOST + ":" + port + " does not " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private int starts() {
        return log().split(READY, -1).length - 1;
    }

    private ContainerState state() {
        return engine().inspectContainerCmd(container.getContainerId()).exec().getState();
    }

    private static DockerClient engine() {
        return DockerClientFactory.lazyClient();
    }

    private static String image() {
        String asked = System.getProperty("redis.image");
        if (asked != null) {
            return asked;
        }
        try {
            engine().inspectImageCmd(LOCAL_IMAGE).exec();
            return LOCAL_IMAGE;
        } catch (NotFoundException absent) {
            return PUBLIC_IMAGE;
        }
    }

    private static final class PortTakenException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        private PortTakenException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
