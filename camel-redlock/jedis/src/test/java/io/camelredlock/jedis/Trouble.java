// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.testkit.RedisNode;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import redis.clients.jedis.Jedis;

/** Ways in which a node is of no use while its server is there or not, each with what the engine calls it. */
enum Trouble {
    DOWN("Connection refused") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            node.kill();
            return node::restartEmpty;
        }
    },
    FROZEN("no answer|stalled") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            node.freeze();
            return node::thaw;
        }
    },
    LOADING("LOADING") {
        @Override
        AutoCloseable begin(RedisNode node, String key) throws IOException {
            node.command("DEBUG", "POPULATE", "20000");
            node.command("CONFIG", "SET", "loading-process-events-interval-bytes", "1024");
            AutoCloseable delay = configured(node, "key-load-delay", "1000");
            Socket reloading = command(node, "DEBUG RELOAD");
            return () -> {
                delay.close();
                Engines.await().until(node::isAnswering);
                reloading.close();
                node.flush();
            };
        }
    },
    READ_ONLY("replica") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            node.command("REPLICAOF", "127.0.0.1", "1");
            return () -> node.command("REPLICAOF", "NO", "ONE");
        }
    },
    OUT_OF_MEMORY("OOM") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            return configured(node, "maxmemory", "1");
        }
    },
    CANNOT_SAVE("MISCONF") {
        @Override
        AutoCloseable begin(RedisNode node, String key) throws IOException {
            Path dump = Path.of(node.ask(jedis -> jedis.configGet("dir")).get("dir"), "dump.rdb");
            Files.deleteIfExists(dump);
            Files.createDirectories(dump.resolve("in-the-way"));
            AutoCloseable save = configured(node, "save", "3600 1");
            node.command("BGSAVE");
            Engines.await()
                    .until(() -> node.ask(jedis -> jedis.info("persistence")).contains("bgsave_status:err"));
            return () -> {
                save.close();
                Files.delete(dump.resolve("in-the-way"));
                Files.delete(dump);
            };
        }
    },
    NO_REPLICAS("NOREPLICAS") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            return configured(node, "min-replicas-to-write", "1");
        }
    },
    PASSWORD_SET("NOAUTH") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            return forNewConnections(node, "requirepass", "changed");
        }
    },
    NO_PERMISSION("permission") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            node.command("ACL", "SETUSER", "default", "-@scripting");
            return () -> node.command("ACL", "SETUSER", "default", "+@all");
        }
    },
    FULL("maxclients") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            return forNewConnections(node, "maxclients", "1");
        }
    },
    BUSY("BUSY") {
        @Override
        AutoCloseable begin(RedisNode node, String key) throws IOException {
            AutoCloseable threshold = configured(node, "busy-reply-threshold", "50");
            Socket script = command(node, "EVAL \"while true do end\" 0");
            return () -> {
                node.command("SCRIPT", "KILL");
                script.close();
                Engines.await().until(node::isAnswering); // the script ends at its next step
                threshold.close();
            };
        }
    },
    FOREIGN_TYPE("") {
        @Override
        AutoCloseable begin(RedisNode node, String key) {
            node.command("RPUSH", key, "theirs");
            return () -> node.command("DEL", key);
        }
    };

    private final String condition;

    Trouble(String condition) {
        this.condition = condition;
    }

    /** Begins it on that node, as regards that key; ends it on close. */
    abstract AutoCloseable begin(RedisNode node, String key) throws IOException;

    /** What the node's condition contains meanwhile, as a pattern. */
    String condition() {
        return ".*(" + condition + ").*";
    }

    private static AutoCloseable configured(RedisNode node, String option, String value) {
        String before = node.ask(jedis -> jedis.configGet(option)).getOrDefault(option, "");
        node.command("CONFIG", "SET", option, value);
        return () -> node.command("CONFIG", "SET", option, before);
    }

    /** Holds for new connections, of which there are soon none but this. */
    private static AutoCloseable forNewConnections(RedisNode node, String option, String value) {
        Jedis control = node.jedis();
        String before = control.configGet(option).getOrDefault(option, "");
        assertThat(control.configSet(option, value)).isEqualTo("OK");
        control.sendCommand(() -> "CLIENT".getBytes(StandardCharsets.UTF_8), "KILL", "TYPE", "normal");
        control.sendCommand(() -> "CLIENT".getBytes(StandardCharsets.UTF_8), "KILL", "TYPE", "pubsub");
        return () -> {
            control.configSet(option, before);
            control.close();
        };
    }

    /** Sends it and does not wait for an answer. */
    private static Socket command(RedisNode node, String line) throws IOException {
        Socket socket = new Socket(node.host(), node.port());
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        return socket;
    }
}
