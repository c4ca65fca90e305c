// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import io.camelredlock.testkit.RedisNodes;
import java.net.ServerSocket;
import java.util.List;
import javax.sql.DataSource;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;

/** What the workers share: three Redis nodes, a JMS broker and a database, for as long as the example runs. */
final class Servers implements AutoCloseable {

    /** How to reach them. */
    record Addresses(String redis, String broker, String database) {

        DataSource dataSource() {
            JdbcDataSource source = new JdbcDataSource();
            source.setUrl(database);
            source.setUser("sa");
            return source;
        }

        List<String> toArguments() {
            return List.of(redis, broker, database);
        }
    }

    private final RedisNodes redis = RedisNodes.start(3);
    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    private final Server database;
    private final Addresses addresses;

    private Servers(int brokerPort, Server database) {
        this.database = database;
        this.addresses = new Addresses(
                redis.addresses(),
                "tcp://localhost:" + brokerPort + "?consumerWindowSize=0", // a message waits for who has time for it
                "jdbc:h2:tcp://localhost:" + database.getPort() + "/mem:workflow;DB_CLOSE_DELAY=-1");
    }

    static Servers start() throws Exception {
        int brokerPort = freePort();
        Server database =
                Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        Servers servers = new Servers(brokerPort, database);
        servers.broker.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .addAcceptorConfiguration("tcp", "tcp://localhost:" + brokerPort));
        servers.broker.start();
        return servers;
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    Addresses addresses() {
        return addresses;
    }

    @Override
    public void close() throws Exception {
        broker.stop();
        database.stop();
        redis.close();
    }
}
