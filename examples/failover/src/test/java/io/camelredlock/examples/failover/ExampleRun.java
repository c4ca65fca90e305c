// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.testkit.JvmProcess;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/** The example, run in a JVM of its own as a user would run it. */
record ExampleRun(OptionalInt exitStatus, List<String> lines) {

    private static final Duration LONGEST = Duration.ofMinutes(3);

    static ExampleRun with(String argument) {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (JvmProcess process = JvmProcess.of(FailoverExample.class)
                .arguments(argument)
                .onLine(lines::add)
                .start()) {
            OptionalInt exitStatus = process.awaitExit(LONGEST);
            lines.forEach(System.out::println);
            return new ExampleRun(exitStatus, List.copyOf(lines));
        }
    }

    String lastLine() {
        return lines.get(lines.size() - 1);
    }
}
