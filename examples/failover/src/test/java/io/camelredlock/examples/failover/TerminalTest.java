// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

    @Test
    void isColouredOnlyWhereATerminalReads() {
        new Terminal(out, false).say(Terminal.Tone.HARM, 5_100_000_000L, "SIGKILL to A");

        assertThat(written.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("  5.10 s  SIGKILL to A\n");
    }

    @Test
    void endsEveryColourOnItsLine() {
        new Terminal(out, true).say(Terminal.Tone.HARM, 5_100_000_000L, "SIGKILL to A");

        assertThat(written.toString(StandardCharsets.UTF_8)).contains("SIGKILL to A\u001b[0m");
    }
}
