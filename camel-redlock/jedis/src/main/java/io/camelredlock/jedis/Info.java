// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The fields of one or several INFO replies. Immutable. */
final class Info {

    /** No fields. */
    static final Info NONE = new Info("\n");

    private final String text;

    private Info(String text) {
        this.text = text;
    }

    /** These fields and those of a further reply. */
    Info and(byte[] reply) {
        return new Info(text + new String(reply, UTF_8) + "\n");
    }

    /** The value of a field, or what is given if the field is not there. Looked up in place: it is done for every batch. */
    String field(String name, String otherwise) {
        int at = text.indexOf("\n" + name + ":");
        if (at < 0) {
            return otherwise;
        }
        int start = at + name.length() + 2;
        return text.substring(start, text.indexOf('\n', start)).strip();
    }
}
