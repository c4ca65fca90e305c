// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Repeats its arguments, then what it hears; exits with the status it is told, and says good-bye if it is asked to end. */
final class EchoJvm {

    private EchoJvm() {}

    public static void main(String[] arguments) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
        System.out.println("hello " + String.join(" ", arguments));
        System.err.println("trouble");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.startsWith("exit ")) {
                System.exit(Integer.parseInt(line.substring("exit ".length())));
            }
            System.out.println("heard " + line);
        }
    }
}
