// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static java.util.Map.entry;

import io.camelredlock.core.Verb;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The scripts, one for each verb and one more, as they are sent: whole, or by the hash under which a node that knows them keeps them. */
final class Scripts {

    /** One script. The arrays are shared and never written. */
    record Script(byte[] text, byte[] sha) {}

    /** Looks after the marker of a node's memory; no verb, as no engine asks for it. */
    static final Script MARKER = load("node", "marker");

    /** Lets the clients of a node tell each other of themselves; no verb either. */
    static final Script NOTE = load("node", "note");

    private static final Script RELEASE = load("release");
    private static final Map<Verb, Script> ALL = new EnumMap<>(Map.ofEntries(
            entry(Verb.ACQUIRE, load("node", "common", "grant", "acquire")),
            entry(Verb.EXTEND, load("node", "common", "grant", "owner", "extend")),
            entry(Verb.MINT, load("node", "common", "grant", "owner", "mint")),
            entry(Verb.ADOPT, load("node", "common", "grant", "owner", "adopt")),
            entry(Verb.HEAL, load("node", "common", "grant", "heal")),
            entry(Verb.RELEASE, RELEASE),
            entry(Verb.UNDO, RELEASE),
            entry(Verb.INSPECT, load("node", "common", "inspect")),
            entry(Verb.VERIFY, load("node", "common", "owner", "verify")),
            entry(Verb.FORCE, load("node", "common", "force")),
            entry(Verb.STAND, load("node", "stand"))));

    private Scripts() {}

    static Script of(Verb verb) {
        return Objects.requireNonNull(ALL.get(verb), verb::name);
    }

    static List<Script> all() {
        return ALL.values().stream().distinct().toList();
    }

    private static Script load(String... files) {
        StringBuilder text = new StringBuilder();
        for (String file : files) {
            text.append(read(file + ".lua"));
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        return new Script(bytes, sha1(bytes).getBytes(StandardCharsets.US_ASCII));
    }

    private static String read(String file) {
        try (InputStream script = Objects.requireNonNull(Scripts.class.getResourceAsStream(file), file)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("script " + file + " cannot be read", unreadable);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-1", impossible);
        }
    }
}
