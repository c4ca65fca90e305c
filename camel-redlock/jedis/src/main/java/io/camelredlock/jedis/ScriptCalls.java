// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Command;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Resource.Space;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;

/** Turns commands into calls of scripts, and their replies into answers; what keys, arguments and results mean, their files say. */
final class ScriptCalls {

    /** Begins the reason when a counter is out of range. */
    static final String COUNTER_REASON = "counter: ";

    /** How long the meta hash of a lock outlives its last grant (S-F5). That of a leadership stays. */
    private static final long KEEP_MILLIS = Duration.ofDays(7).toMillis();

    private final Keys keys;
    private final Fingerprint fingerprint;
    private final boolean fencing;
    private final boolean notifications;
    private final byte[] config;
    private final byte[] fingerprintText;
    private final byte[] longest;

    ScriptCalls(NodeSettings settings) {
        this.keys = settings.keys();
        this.fingerprint = settings.fingerprint();
        this.fencing = settings.engine().fencing();
        this.notifications = settings.engine().notifications();
        this.config = bytes(keys.config());
        this.fingerprintText = bytes(fingerprint.text());
        this.longest = bytes(fingerprint.maxTtlMillis());
    }

    /** For a node that knows the script. */
    CommandArguments byHash(Command command) {
        byte[] sha = Scripts.of(command.verb()).sha();
        return arguments(new CommandArguments(RedisCommand.EVALSHA).add(sha), command);
    }

    /** For a node that does not: it runs it, and knows it afterwards. */
    CommandArguments whole(Command command) {
        byte[] text = Scripts.of(command.verb()).text();
        return arguments(new CommandArguments(RedisCommand.EVAL).add(text), command);
    }

    /** All keys a command may touch. */
    List<String> keysOf(Command command) {
        List<String> names = new ArrayList<>();
        for (Resource resource : command.resources()) {
            String own = keys.own(resource);
            names.add(own);
            if (fencing) {
                names.add(keys.meta(own));
            }
        }
        names.add(keys.config());
        return names;
    }

    /** What the script's reply means. */
    Answer answer(Command command, @Nullable Object reply) {
        if (!(reply instanceof byte[] words)) {
            return Answer.failed("a reply that no script of ours gives");
        }
        String[] parts = new String(words, UTF_8).split(" ", 3);
        String rest = parts.length < 3 ? "" : parts[2];
        return switch (parts[0]) {
            case "GRANTED" -> Answer.granted(counters(rest));
            case "OK" -> Answer.ok(counters(rest));
            case "HELD" -> held(rest);
            case "LOST" -> Answer.lost(rest);
            case "CONFIG" -> Answer.ineligible(fingerprint.differencesTo(rest));
            case "COUNTER" -> Answer.ineligible(counterReason(rest));
            default -> Answer.failed("a reply that no script of ours gives to " + command.verb());
        };
    }

    private CommandArguments arguments(CommandArguments arguments, Command command) {
        int resources = command.resources().size();
        arguments.add(bytes(1 + resources * (fencing ? 2 : 1))).add(config);
        for (Resource resource : command.resources()) {
            String own = keys.own(resource);
            arguments.add(bytes(own));
            if (fencing) {
                arguments.add(bytes(keys.meta(own)));
            }
        }
        arguments.add(fingerprintText).add(longest).add(bytes(resources));
        if (command.verb().isRelease()) {
            addTokens(arguments, command);
        } else if (command.verb() != Verb.INSPECT) {
            addGrant(arguments, command);
        }
        return arguments;
    }

    private void addTokens(CommandArguments arguments, Command command) {
        arguments.add(bytes(notifications && command.verb() == Verb.RELEASE ? 1 : 0));
        for (Token token : command.tokens()) {
            arguments.add(bytes(token.value()));
        }
    }

    private static void addGrant(CommandArguments arguments, Command command) {
        arguments
                .add(bytes(command.tokens().get(0).value()))
                .add(bytes(command.ttlMillis()))
                .add(bytes(command.member()));
        for (int i = 0; i < command.resources().size(); i++) {
            boolean isLock = command.resources().get(i).space() == Space.LOCK;
            arguments
                    .add(bytes(i < command.fences().size() ? command.fences().get(i) : 0))
                    .add(bytes(isLock ? KEEP_MILLIS : 0));
        }
    }

    private static String counterReason(String key) {
        return COUNTER_REASON + "what it keeps as fencing counter beside key '" + key
                + "' is no number its clock can explain; check its clock, then delete that counter";
    }

    private static Answer held(String rest) {
        int blank = rest.indexOf(' ');
        return Answer.held(Long.parseLong(rest, 0, blank, 10), rest.substring(blank + 1));
    }

    private static List<Long> counters(String rest) {
        return rest.isEmpty()
                ? List.of()
                : Arrays.stream(rest.split(" ")).map(Long::valueOf).toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static byte[] bytes(long number) {
        return bytes(Long.toString(number));
    }
}
