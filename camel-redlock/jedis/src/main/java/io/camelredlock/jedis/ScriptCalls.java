// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import redis.clients.jedis.CommandArguments;

/** Turns commands into calls of scripts, and their replies into answers; what keys, arguments and results mean, their files say. */
final class ScriptCalls {

    /** Begins the reason when a counter is out of range. */
    static final String COUNTER_REASON = "counter: ";

    /** How long the meta hash of a lock outlives its last grant (S-F5). That of a leadership stays. */
    private static final long KEEP_MILLIS = Duration.ofDays(7).toMillis();

    /** Milliseconds and id; what others write into the set must not hurt. */
    private static final Pattern MEMBER = Pattern.compile("\\d{1,15} .+");

    private final Keys keys;
    private final Fingerprint fingerprint;
    private final boolean fencing;
    private final boolean notifications;
    private final int keysEach;
    private final List<String> nodeKeys;
    private final byte[] fingerprintText;
    private final byte[] longest;

    ScriptCalls(NodeSettings settings) {
        this.keys = settings.keys();
        this.fingerprint = settings.fingerprint();
        this.fencing = settings.engine().fencing();
        this.notifications = settings.engine().notifications();
        this.keysEach = settings.keepsMeta() ? 2 : 1;
        this.nodeKeys = nodeKeys(settings);
        this.fingerprintText = bytes(Stream.concat(Stream.of(fingerprint), settings.otherFingerprints().stream())
                .map(Fingerprint::text)
                .collect(Collectors.joining("\n")));
        this.longest = bytes(settings.engine().longestMaxTtl().toMillis());
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

    /** Asks for the marker of the node's memory. */
    CommandArguments look() {
        return new CommandArguments(RedisCommand.EVAL)
                .add(Scripts.MARKER.text())
                .add(bytes(1))
                .add(bytes(keys.marker()));
    }

    /** The same, and puts another, which lacks its time, in its place if it is still that one, or none if that is empty. */
    CommandArguments mark(String marker, String next) {
        return look().add((marker.isEmpty() ? "-" : marker).getBytes(ISO_8859_1))
                .add(bytes(next));
    }

    /** Notes what this client says of itself, and asks what all do; that is the rest of the reply, each on a line. */
    CommandArguments note(List<String> notes, long rememberedMillis) {
        CommandArguments arguments = new CommandArguments(RedisCommand.EVAL)
                .add(Scripts.NOTE.text())
                .add(bytes(1))
                .add(bytes(keys.clients()))
                .add(bytes(rememberedMillis));
        notes.forEach(note -> arguments.add(bytes(note)));
        return arguments;
    }

    /** Whether the reply to it shows the node's memory and clock, and is to be read with what the node then says of itself. */
    boolean isEvidence(Verb verb) {
        return nodeKeys.contains(keys.marker()) && !verb.isRelease() && verb != Verb.STAND;
    }

    /** All keys a command may touch. */
    List<String> keysOf(Command command) {
        if (command.verb() == Verb.STAND) {
            return nodeKeys.isEmpty()
                    ? List.of(keys.own(Resource.MEMBERS))
                    : List.of(keys.own(Resource.MEMBERS), keys.config());
        }
        List<String> names = new ArrayList<>();
        for (Resource resource : command.resources()) {
            String own = keys.own(resource);
            names.add(own);
            if (keysEach > 1) {
                names.add(keys.meta(own));
            }
        }
        if (!command.verb().isRelease()) {
            names.addAll(nodeKeys);
        }
        return names;
    }

    /** What the script's reply means. */
    Answer answer(Command command, ScriptReply reply) {
        return switch (reply.word()) {
            case "GRANTED" -> Answer.granted(counters(reply.rest()));
            case "OK" ->
                command.verb() == Verb.STAND
                        ? Answer.standing(members(reply.rest()))
                        : Answer.ok(counters(reply.rest()));
            case "HELD" -> held(reply.rest());
            case "REMOVED" -> removed(reply.rest());
            case "LOST" -> Answer.lost(reply.rest());
            case "CONFIG" -> Answer.ineligible(fingerprint.differencesTo(reply.rest()));
            case "COUNTER" -> Answer.ineligible(counterReason(reply.rest()));
            default -> Answer.failed("a reply that no script of ours gives to " + command.verb());
        };
    }

    private List<String> nodeKeys(NodeSettings settings) {
        if (settings.jedis().proxy()) {
            return List.of();
        }
        return settings.wantsEvidence() ? List.of(keys.config(), keys.marker()) : List.of(keys.config());
    }

    private CommandArguments arguments(CommandArguments arguments, Command command) {
        List<String> all = keysOf(command);
        arguments.add(bytes(all.size()));
        all.forEach(key -> arguments.add(bytes(key)));
        arguments.add(fingerprintText);
        if (command.verb() == Verb.STAND) {
            return arguments
                    .add(bytes(notifications ? 1 : 0))
                    .add(bytes(command.ttlMillis()))
                    .add(bytes(command.member()));
        }
        arguments.add(longest).add(bytes(command.resources().size())).add(bytes(keysEach));
        switch (command.verb()) {
            case RELEASE, UNDO -> addTokens(arguments, command);
            case FORCE -> addForce(arguments, command);
            case VERIFY -> arguments.add(bytes(command.tokens().get(0).value()));
            case ACQUIRE, EXTEND, MINT, ADOPT, HEAL -> addGrant(arguments, command);
            case INSPECT, STAND -> {}
        }
        return arguments;
    }

    private void addForce(CommandArguments arguments, Command command) {
        addTokens(arguments, command); // of which there are none: whatever there is
        command.resources().forEach(resource -> arguments.add(keepMillis(resource)));
    }

    /** How long the meta hash outlives the grant. */
    private static byte[] keepMillis(Resource resource) {
        return bytes(resource.space() == Space.LOCK ? KEEP_MILLIS : 0);
    }

    /** Whether waiters are told, and what is to be released. */
    private void addTokens(CommandArguments arguments, Command command) {
        arguments.add(bytes(notifications && command.verb() != Verb.UNDO ? 1 : 0));
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
            arguments
                    .add(bytes(i < command.fences().size() ? command.fences().get(i) : 0))
                    .add(keepMillis(command.resources().get(i)));
        }
        for (Token given : command.tokens().subList(1, command.tokens().size())) {
            arguments.add(bytes(given.value()));
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

    private static Answer removed(String rest) {
        Answer held = held(rest);
        return Answer.removed(held.remainingMillis(), held.holder());
    }

    private static List<Answer.Member> members(String rest) {
        return rest.lines()
                .filter(line -> MEMBER.matcher(line).matches())
                .map(ScriptCalls::member)
                .toList();
    }

    private static Answer.Member member(String line) {
        int blank = line.indexOf(' ');
        return new Answer.Member(line.substring(blank + 1), Long.parseLong(line, 0, blank, 10));
    }

    private List<Long> counters(String rest) {
        return rest.isEmpty() || !fencing
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
