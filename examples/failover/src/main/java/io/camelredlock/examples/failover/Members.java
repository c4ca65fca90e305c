// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.testkit.JvmProcess;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The members' JVMs as their parent sees them: started, killed, frozen, thawed and stopped, with each change recorded. Commands
 * come from one thread; each member's lines are listened to on a thread of their own.
 */
final class Members implements AutoCloseable {

    /** Asks whether it leads. A frozen member finds the question when it goes on, before it can do anything else. */
    static final String ASK = "ask";

    /** Makes its next tick take long, so that it can be caught in the middle of one. */
    static final String LINGER = "linger";

    private static final Duration EXIT = Duration.ofSeconds(15);

    private final Map<String, JvmProcess> processes = new ConcurrentHashMap<>();
    private final Recorder recorder;
    private final Terminal terminal;
    private final Function<String, Role> roles;
    private final PrintStream log;

    /** The log gets what members write to standard error, which is what they log. */
    Members(Recorder recorder, Terminal terminal, Function<String, Role> roles, PrintStream log) {
        this.log = log;
        this.recorder = recorder;
        this.terminal = terminal;
        this.roles = roles;
    }

    /** Starts a JVM; it reports when it takes part. */
    void start(String name) {
        recorder.condition(name, Condition.STARTING);
        processes.put(
                name,
                JvmProcess.of(Member.class)
                        .jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx96m")
                        .jvmOptions("-Dorg.slf4j.simpleLogger.showDateTime=true")
                        .arguments(roles.apply(name).toArguments())
                        .onLine(line -> Report.parse(line).ifPresent(report -> hear(name, report)))
                        .onErrorLine(line -> log.println(name + " " + line))
                        .start());
    }

    void kill(String name) {
        process(name).kill();
        recorder.condition(name, Condition.DOWN);
    }

    void freeze(String name) {
        process(name).freeze();
        recorder.condition(name, Condition.FROZEN);
    }

    void thaw(String name) {
        recorder.condition(name, Condition.RUNNING);
        process(name).thaw();
    }

    /** Asks it to stop in order, as an operator would (SIGTERM). */
    void stop(String name) {
        process(name).terminate();
    }

    /** Waits until a member that was asked to stop has ended. */
    void awaitEnd(String name) {
        if (process(name).awaitExit(EXIT).isEmpty()) {
            recorder.complain(name + " did not end within " + EXIT.toSeconds() + " s after it was asked to stop");
        }
        recorder.condition(name, Condition.DOWN);
    }

    void send(String name, String command) {
        process(name).send(command);
    }

    /** Ends all of them at once. */
    @Override
    public void close() {
        processes.values().forEach(JvmProcess::close);
        log.close();
    }

    private JvmProcess process(String name) {
        JvmProcess process = processes.get(name);
        if (process == null) {
            throw new IllegalStateException("member " + name + " was not started");
        }
        return process;
    }

    private void hear(String name, Report raw) {
        Report report = recorder.hear(name, raw);
        switch (report.kind()) {
            case STARTED -> {
                recorder.condition(name, Condition.RUNNING);
                terminal.say(Terminal.Tone.PLAIN, report.nanos(), name + " runs");
            }
            case GAINED -> {
                recorder.condition(name, Condition.RUNNING); // it may lead before the last of its routes is started
                terminal.say(Terminal.Tone.LEADS, report.nanos(), name + " leads");
            }
            case LOST ->
                terminal.say(Terminal.Tone.PLAIN, report.nanos(), name + " was told that it lost the leadership");
            case REFUSED ->
                terminal.say(Terminal.Tone.LEADS, report.nanos(), "the ledger refused a late tick of " + name);
            default -> {
                // not worth a line
            }
        }
    }
}
