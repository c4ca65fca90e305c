// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * What a script replied. All replies begin alike; {@code common.lua} says how.
 *
 * @param word the verdict
 * @param nodeMillis the node's time; 0 if it does not tell
 * @param marker the marker of the node's memory, one character for each byte; empty if there is none
 * @param vanished whether a grant was gone before its time
 * @param rest what is left
 */
record ScriptReply(String word, long nodeMillis, String marker, boolean vanished, String rest) {

    /** No reply of a script. */
    static final ScriptReply NONE = new ScriptReply("", 0, "", false, "");

    private static final int PARTS = 5;

    /** From a reply; {@link #NONE} if it is none of a script. */
    static ScriptReply of(@Nullable Object reply) {
        if (!(reply instanceof byte[] words)) {
            return NONE;
        }
        String[] parts = new String(words, ISO_8859_1).split(" ", PARTS);
        if (parts.length < PARTS - 1) {
            return NONE;
        }
        String rest = parts.length < PARTS ? "" : new String(parts[PARTS - 1].getBytes(ISO_8859_1), UTF_8);
        String marker = parts[2].equals("-") ? "" : parts[2];
        return new ScriptReply(parts[0], Long.parseLong(parts[1]), marker, parts[3].equals("1"), rest);
    }
}
