// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import io.camelredlock.testkit.JvmProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The JVMs that do the work, and what they say. Used by one thread. */
final class Workers implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 60;

    private final Servers.Addresses servers;
    private final List<JvmProcess> processes = new ArrayList<>();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    Workers(Servers.Addresses servers) {
        this.servers = servers;
    }

    /** Starts one for this part of the workflow, and waits until it is ready. */
    JvmProcess start(String part) throws InterruptedException {
        JvmProcess worker = JvmProcess.of(Worker.class)
                .jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m")
                .jvmOptions("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
                .arguments(part)
                .arguments(servers.toArguments().toArray(String[]::new))
                .onLine(lines::add)
                .start();
        processes.add(worker);
        awaitLines(1, "READY"::equals);
        return worker;
    }

    /** Waits for so many lines of a kind, and shows what is told meanwhile. */
    void awaitLines(int count, Predicate<String> kind) throws InterruptedException {
        int left = count;
        while (left > 0) {
            String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new IllegalStateException("nothing was heard from the workers for " + PATIENCE_SECONDS + " s");
            }
            if (!line.equals("READY")) {
                System.out.println(line);
            }
            left -= kind.test(line) ? 1 : 0;
        }
    }

    @Override
    public void close() {
        processes.forEach(JvmProcess::close);
    }
}
