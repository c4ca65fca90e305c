// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.camelredlock.testkit.RedisNodes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Everything that takes part in a run, wired up once. Nothing of it outlives the run, however that ends. */
record Stage(Cast cast, RedisNodes redis, Recorder recorder, Members members, Nodes nodes) implements AutoCloseable {

    /** The namespace of the leadership: one owner of the route at a time. */
    static final String NAMESPACE = "orders";

    /** Starts the Redis nodes; members are started by the script. Names of files begin with {@code files}. */
    static Stage set(Cast cast, Path files, boolean safe, Terminal terminal) throws IOException {
        Path ledger = Path.of(files + "-ledger.txt").toAbsolutePath();
        Files.createDirectories(ledger.getParent());
        Files.deleteIfExists(ledger);
        RedisNodes redis = RedisNodes.start(cast.nodes().size());
        Recorder recorder = new Recorder(cast, ledger);
        Nodes nodes = new Nodes(redis, cast.nodes(), NAMESPACE, recorder);
        Members members = new Members(
                recorder,
                terminal,
                name -> new Role(name, redis.addresses(), ledger, cast.ttl(), safe),
                new PrintStream(Files.newOutputStream(Path.of(files + "-members.log")), true, UTF_8));
        terminal.say(
                Terminal.Tone.PLAIN,
                recorder.now(),
                cast.nodes().size() + " Redis nodes run, " + cast.members().size() + " members start; ttl "
                        + cast.ttl().toSeconds() + " s" + (safe ? "" : "; nobody steps down, nothing is fenced"));
        return new Stage(cast, redis, recorder, members, nodes);
    }

    @Override
    public void close() {
        members.close();
        redis.close();
    }
}
