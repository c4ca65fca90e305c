// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.resps.Slowlog;

/**
 * The very commands the engine sends, so that others can be made to ask the same of the nodes. They are learnt from a node's
 * slow log, so nothing about the scripts has to be known here.
 */
final class RecordedCommands implements LockCommands {

    private static final String PROBE = "recorded-probe";
    private static final int ENTRIES = 100;
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{32}");

    private final List<String> acquire;
    private final List<String> release;

    private RecordedCommands(List<String> acquire, List<String> release) {
        this.acquire = acquire;
        this.release = release;
    }

    /** As the engine speaks to these nodes. */
    static RecordedCommands of(Redlock redlock, RedisNodes nodes) {
        acquire(redlock, "warm-up").close(); // from now on the nodes know the scripts and are called by hash
        RedisNode node = nodes.get(0);
        node.command("CONFIG", "SET", "slowlog-log-slower-than", "0");
        Lease lease = acquire(redlock, PROBE);
        List<String> acquire = recorded(node);
        node.command("SLOWLOG", "RESET");
        lease.release();
        List<String> release = recorded(node);
        node.command("CONFIG", "SET", "slowlog-log-slower-than", "-1");
        return new RecordedCommands(acquire, release);
    }

    private static Lease acquire(Redlock redlock, String name) {
        return redlock.tryAcquire(name).orElseThrow(Callers::refused);
    }

    /** The only command about the probe; this node may be one that the engine did not wait for. */
    private static List<String> recorded(RedisNode node) {
        while (true) {
            Optional<List<String>> command = node.ask(jedis -> jedis.slowlogGet(ENTRIES)).stream()
                    .map(Slowlog::getArgs)
                    .filter(words -> words.get(0).equalsIgnoreCase("EVALSHA"))
                    .filter(words -> String.join(" ", words).contains(PROBE))
                    .findFirst();
            if (command.isPresent()) {
                return command.get();
            }
        }
    }

    @Override
    public CommandArguments acquire(String resource, String token) {
        return filled(acquire, resource, token);
    }

    @Override
    public CommandArguments release(String resource, String token) {
        return filled(release, resource, token);
    }

    private static CommandArguments filled(List<String> words, String resource, String token) {
        CommandArguments arguments = new CommandArguments(Command.EVALSHA);
        for (String word : words.subList(1, words.size())) {
            arguments.add(TOKEN.matcher(word).matches() ? token : word.replace(PROBE, resource));
        }
        return arguments;
    }
}
