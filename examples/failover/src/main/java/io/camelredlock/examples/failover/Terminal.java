// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;

/** Says what happens, one short line each, coloured only where a terminal reads it. Safe for use by several threads. */
final class Terminal {

    /** What a line is about. */
    enum Tone {
        /** The frame of the story. */
        PLAIN(""),
        /** Somebody leads. */
        LEADS("\u001b[32;1m"),
        /** Somebody is harmed. */
        HARM("\u001b[31;1m"),
        /** Somebody recovers. */
        HEALS("\u001b[36m"),
        /** It went as it should not. */
        ALARM("\u001b[37;41;1m");

        private final String colour;

        Tone(String colour) {
            this.colour = colour;
        }
    }

    private static final String RESET = "\u001b[0m";

    private final PrintStream out;
    private final boolean coloured;

    Terminal(PrintStream out, boolean coloured) {
        this.out = out;
        this.coloured = coloured;
    }

    /** The process's own standard output. */
    static Terminal ofThisProcess() {
        return new Terminal(System.out, System.getenv("NO_COLOR") == null && isTerminal());
    }

    void say(Tone tone, long nanos, String text) {
        String line = String.format(Locale.ROOT, "%6.2f s  %s", nanos / 1e9, text);
        print(tone, line);
    }

    /** Something that should not be. */
    void alarm(String line) {
        print(Tone.ALARM, line);
    }

    /** A line without a time. */
    void print(String line) {
        out.println(line);
    }

    private void print(Tone tone, String line) {
        out.println(coloured && tone != Tone.PLAIN ? tone.colour + line + RESET : line);
    }

    /** Asks the shell, since {@link System#console()} means different things in different versions of Java. */
    private static boolean isTerminal() {
        try {
            return new ProcessBuilder("/bin/sh", "-c", "[ -t 1 ]")
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noShell) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
