// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One route in three JVMs, five Redis nodes, and about a minute of faults: who owns the route, and was there ever more than one
 * owner?
 *
 * <p>Needs nothing but the JDK. Says on the terminal what happens, writes {@code target/failover.html}, and ends with a line that
 * begins with {@code RESULT}. Exit status 0: there never were two owners, and every new owner came in time. With
 * {@code break-safety} members do not step down and the ledger does not check tokens; the same checks must find that out.
 */
public final class FailoverExample {

    private static final Cast CAST =
            new Cast(List.of("A", "B", "C"), List.of("R1", "R2", "R3", "R4", "R5"), Duration.ofSeconds(3));
    private static final Path FOLDER = Path.of("target");

    private FailoverExample() {}

    /** Runs the example, with {@code keep-safety}, which is the default, or {@code break-safety}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        boolean safe = isSafe(List.of(arguments));
        Terminal terminal = Terminal.ofThisProcess();

        Result result = Result.of(play(safe, terminal));

        Path page = FOLDER.resolve(name(safe) + ".html");
        Files.writeString(page, Page.of(result));
        result.tell(terminal);
        terminal.print("The timeline is in " + page.toAbsolutePath());
        terminal.print(result.toLine());
        System.exit(result.isPassed() ? 0 : 1);
    }

    private static Chronicle play(boolean safe, Terminal terminal) throws IOException, InterruptedException {
        try (Stage stage = Stage.set(CAST, FOLDER.resolve(name(safe)), safe, terminal)) {
            new Script(stage, terminal).play(safe);
            return stage.recorder().chronicle();
        }
    }

    private static String name(boolean safe) {
        return safe ? "failover" : "failover-broken";
    }

    private static boolean isSafe(List<String> arguments) {
        return switch (String.join(" ", arguments)) {
            case "", "keep-safety" -> true;
            case "break-safety" -> false;
            default ->
                throw new IllegalArgumentException(
                        "the only arguments are keep-safety and break-safety; given: " + arguments);
        };
    }
}
