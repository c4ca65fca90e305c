// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import io.camelredlock.testkit.JvmProcess;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Runs benchmarks one after the other, each in a JVM of its own: those named as arguments, or all of them. {@code quick} among the
 * arguments makes each short. The exit status is 0 if all came to their end.
 */
public final class Benchmarks {

    private static final String QUICK = "quick";
    private static final String EVERYTHING = "all";
    private static final List<String> ALL = List.of(
            "FaultyNodes",
            "Throughput",
            "TakeoverCost",
            "WakeUp",
            "Namespaces",
            "LeaseQuestions",
            "ViewEvents",
            "RouteSteps",
            "ManyKeys");
    private static final Duration LONGEST = Duration.ofHours(1);

    private Benchmarks() {}

    /** See the class. */
    public static void main(String[] arguments) {
        List<String> words = Arrays.stream(arguments)
                .flatMap(argument -> Arrays.stream(argument.split(" ")))
                .filter(word -> !word.isBlank())
                .toList();
        List<String> named = words.stream()
                .filter(word -> !List.of(QUICK, EVERYTHING).contains(word))
                .toList();
        String[] scale = words.contains(QUICK) ? new String[] {QUICK} : new String[0];
        boolean isComplete = true;
        for (String name : named.isEmpty() ? ALL : named) {
            isComplete &= run(name, scale);
        }
        System.exit(isComplete ? 0 : 1);
    }

    private static boolean run(String name, String... scale) {
        String mainClass = Benchmarks.class.getPackageName() + "." + name;
        try (JvmProcess jvm = JvmProcess.of(mainClass)
                .arguments(scale)
                .jvmOptions("-Dorg.slf4j.simpleLogger.defaultLogLevel=off")
                .onLine(System.out::println)
                .start()) {
            return jvm.awaitExit(LONGEST).orElse(1) == 0;
        }
    }
}
