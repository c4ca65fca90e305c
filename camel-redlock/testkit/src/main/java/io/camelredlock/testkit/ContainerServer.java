// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.testcontainers.DockerClientFactory;

/** A redis-server in a container. Not safe for use by several threads at once. */
final class ContainerServer implements Server {

    private static final String HOST = "127.0.0.1";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int TRIES = 5;

    private final String image;
    private final ServerSettings settings;
    private int port = Ports.free();
    private RedisContainer container;

    private ContainerServer(String image, ServerSettings settings) {
        this.image = image;
        this.settings = settings;
        this.container = launch();
    }

    /** Starts all at once and returns when all are ready; none is left running when one fails. */
    static List<ContainerServer> startAll(List<ServerSettings> settings) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new NotPossibleHereException("no container engine answers; start one or set DOCKER_HOST");
        }
        String image = RedisContainer.image();
        List<ContainerServer> servers = new ArrayList<>();
        try {
            settings.forEach(one -> servers.add(new ContainerServer(image, one)));
            servers.forEach(ContainerServer::awaitFirstStart);
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
        Long pid = container.state().getPidLong();
        if (pid == null || pid == 0) {
            throw new IllegalStateException("the container of node " + HOST + ":" + port + " does not run");
        }
        return pid;
    }

    @Override
    public boolean isRunning() {
        return Boolean.TRUE.equals(container.state().getRunning());
    }

    @Override
    public void freeze() {
        container.pause();
    }

    @Override
    public void thaw() {
        container.unpause();
    }

    @Override
    public void kill() {
        if (isRunning()) {
            container.kill();
            await("die", () -> !isRunning());
        }
    }

    @Override
    public void restart() {
        int starts = container.starts();
        container.startAgain();
        awaitStart(starts);
        failUnlessRunning();
    }

    @Override
    public void restartEmpty() {
        container.stop(); // and removed, with all that it had written
        container = launch();
        awaitStart(0);
        failUnlessRunning();
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    @Override
    public void close() {
        container.stop();
    }

    /** Somebody may have taken the port since it was found free; then another one is tried. */
    private void awaitFirstStart() {
        awaitStart(0);
        for (int i = 1; i < TRIES && !isRunning() && log().contains("Failed listening on port"); i++) {
            container.stop();
            port = Ports.free();
            container = launch();
            awaitStart(0);
        }
        failUnlessRunning();
    }

    private RedisContainer launch() {
        RedisContainer launched = new RedisContainer(image, HOST, port, settings);
        launched.start();
        return launched;
    }

    private void awaitStart(int startsBefore) {
        await("start", () -> container.starts() > startsBefore || !isRunning());
    }

    private void failUnlessRunning() {
        if (!isRunning()) {
            throw new IllegalStateException(
                    "redis-server on port " + port + " did not start in a container. It said: " + log().trim());
        }
    }

    private void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("the container of node " + HOST + ":" + port + " does not " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
