// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.random.RandomGenerator;

/**
 * The unguessable value that names the holder on the nodes: 128 random bits, new for every attempt (S-A1, S-N1).
 *
 * <p>Whoever knows it can release the lease, so it never appears in a log: {@link #toString()} hides it.
 *
 * @param value 32 hexadecimal digits
 */
public record Token(String value) {

    /** A token nobody had before. */
    static Token next(RandomGenerator random) {
        return new Token(hex(random.nextLong()) + hex(random.nextLong()));
    }

    private static String hex(long bits) {
        String digits = Long.toHexString(bits);
        return "0".repeat(16 - digits.length()) + digits;
    }

    @Override
    public String toString() {
        return "Token[hidden]";
    }
}
