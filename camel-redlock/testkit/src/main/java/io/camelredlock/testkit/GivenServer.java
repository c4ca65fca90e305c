// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import redis.clients.jedis.Jedis;

/** A server that somebody else started; the kit cannot harm its process. */
final class GivenServer implements Server {

    private final String host;
    private final int port;
    private final String password;

    private GivenServer(String address, String password) {
        int colon = address.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("redis.nodes: '" + address + "' is not of the form host:port");
        }
        host = address.substring(0, colon);
        port = Integer.parseInt(address.substring(colon + 1));
        this.password = password;
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
        for (int i = 0; i < settings.size(); i++) {
            servers.add(new GivenServer(addresses.get(i), settings.get(i).password()));
        }
        servers.forEach(GivenServer::requireEmpty);
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
        try (Jedis jedis = ControlClient.connect(this, password)) {
            jedis.flushAll(); // left as it was found
        }
    }

    /** The kit empties its nodes, which must not befall somebody's data. */
    private void requireEmpty() {
        try (Jedis jedis = ControlClient.connect(this, password)) {
            long keys = jedis.dbSize();
            if (keys > 0) {
                throw new IllegalStateException("node " + host + ":" + port + " has " + keys
                        + " key(s); the test kit empties its nodes, so empty it yourself if it is the right one");
            }
        }
    }

    private NotPossibleHereException cannot(String what) {
        return new NotPossibleHereException(
                "node " + host + ":" + port + " was given by redis.nodes and cannot " + what);
    }
}
