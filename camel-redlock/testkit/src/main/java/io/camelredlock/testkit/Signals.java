// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Signals to processes, by the shell's own kill, so that no further program is needed. */
final class Signals {

    private static final int STOP_POLLS = 2_000;
    private static final long POLL_NANOS = 500_000;

    private Signals() {}

    /** Stops a process; it does nothing any more when this returns. */
    static void stop(long pid) {
        send("STOP", pid);
        for (int i = 0; i < STOP_POLLS && !isStopped(pid); i++) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Lets a stopped process go on. */
    static void resume(long pid) {
        send("CONT", pid);
    }

    private static void send(String signal, long pid) {
        try {
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s \"$0\" \"$1\"", signal, Long.toString(pid))
                    .redirectErrorStream(true)
                    .start();
            String complaint = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("no SIG" + signal + " to process " + pid + ": " + complaint);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no SIG" + signal + " to process " + pid, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted while signalling process " + pid));
        }
    }

    /** A signal works a moment after it was sent; only Linux tells when. Elsewhere the moment is taken as past. */
    private static boolean isStopped(long pid) {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        try {
            String line = Files.readString(stat);
            return line.startsWith("T", line.lastIndexOf(')') + 2);
        } catch (NoSuchFileException noProc) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
