// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is logged while this is open: the tests' logger writes to standard error, and asks for it at every line. */
final class CapturedLog implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    CapturedLog() {
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
