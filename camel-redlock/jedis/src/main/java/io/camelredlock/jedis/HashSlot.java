// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.nio.charset.StandardCharsets;

/** Which slot Redis puts a key in: CRC16 of its hash tag, or of the whole key if it has none. */
final class HashSlot {

    private static final int SLOTS = 16_384;
    private static final int POLYNOMIAL = 0x1021;

    private HashSlot() {}

    /** Whether the key carries a hash tag: something between its first opening brace and the first closing one behind. */
    static boolean isTagged(String key) {
        return !tag(key).isEmpty();
    }

    /** The hash tag, or nothing. */
    static String tag(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open);
        return close < 0 ? "" : key.substring(open + 1, close);
    }

    static int of(String key) {
        String tag = tag(key);
        return crc16(tag.isEmpty() ? key : tag) % SLOTS;
    }

    /** A short text without braces that lies in the same slot: a hash tag for a key that cannot be one itself. */
    static String twin(String key) {
        return Twins.OF_SLOT[of(key)];
    }

    private static int crc16(String text) {
        int crc = 0;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            crc ^= (octet & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
            crc &= 0xffff;
        }
        return crc;
    }

    /** The smallest number of each slot; computed when the first odd name needs one. */
    private static final class Twins {

        static final String[] OF_SLOT = new String[SLOTS];

        static {
            int missing = SLOTS;
            for (int number = 0; missing > 0; number++) {
                String text = Integer.toString(number);
                int slot = crc16(text) % SLOTS;
                if (OF_SLOT[slot] == null) {
                    OF_SLOT[slot] = text;
                    missing--;
                }
            }
        }
    }
}
