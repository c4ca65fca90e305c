// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A server that somebody else started; the kit cannot harm its process. */
final class GivenServer implements Server {

    private final String host;
    private final int port;

    private GivenServer(String address) {
        int colon = address.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("redis.nodes: '" + address + "' is not of the form host:port");
        }
        host = address.substring(0, colon);
        port = Integer.parseInt(address.substring(colon + 1));
    }

    /** The first of the servers in the system property {@code redis.nodes}, one per entry of the settings. */
    static List<GivenServer> connectAll(List<ServerSettings> settings) {
        List<String> addresses = Arrays.stream(
                        System.getProperty("redis.nodes", "").split(","))
                .map(String::trim)
                .filter(address -> !address.isEmpty())
                .toList();
        if (addresses.size() < settings.size()) {
            throw new NotPossibleHereException(
                    settings.size() + " nodes are needed, but redis.nodes names only " + addresses.size());
        }
        if (settings.stream().anyMatch(one -> !one.arguments().isEmpty())) {
            throw new NotPossibleHereException("given nodes cannot be started with arguments of the test's own");
        }
        List<GivenServer> servers = new ArrayList<>();
        addresses.stream().limit(settings.size()).forEach(address -> servers.add(new GivenServer(address)));
        return servers;
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public long pid() {
        throw cannot("tell its process id");
    }

    @Override
    public boolean isRunning() {
        return true;
    }

    @Override
    public void freeze() {
        throw cannot("be frozen");
    }

    @Override
    public void thaw() {
        throw cannot("be thawed");
    }

    @Override
    public void kill() {
        throw cannot("be killed");
    }

    @Override
    public void restart() {
        throw cannot("be restarted");
    }

    @Override
    public void restartEmpty() {
        throw cannot("be restarted");
    }

    @Override
    public String log() {
        throw cannot("show its log");
    }

    @Override
    public void close() {
        // it goes on; RedisNodes emptied it
    }

    private NotPossibleHereException cannot(String what) {
        return new NotPossibleHereException(
                "node " + host + ":" + port + " was given by redis.nodes and cannot " + what);
    }
}
