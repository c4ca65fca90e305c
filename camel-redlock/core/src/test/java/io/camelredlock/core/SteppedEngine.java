// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import io.camelredlock.interleaving.Interleavings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * An engine on one node, whose threads an {@link Interleavings} leads: those of its users, {@code node}, on which commands are
 * executed and answered, and {@code timers}.
 */
final class SteppedEngine implements Node, Ticker, Scheduler {

    static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration SOON = Duration.ofMillis(50);

    private final Interleavings threads;
    private final Redlock redlock;
    private final List<Runnable> timers = new ArrayList<>();
    private final List<Verb> executed = new ArrayList<>();
    private final List<NodeListener> listeners = new ArrayList<>();
    private final List<Resource> watched = new ArrayList<>();
    private long now;
    private long counter;
    private String owner = "";

    SteppedEngine(Interleavings threads) {
        this.threads = threads;
        RedlockOptions options =
                RedlockOptions.builder().ttl(TTL).takeover(Takeover.CLASSIC).build();
        redlock = new Redlock(
                List.of(this), options, new Environment(this, this, Runnable::run, new Random(1), () -> {}));
    }

    Redlock redlock() {
        return redlock;
    }

    /** A lease that is held, before the threads begin. */
    HeldLease hold() {
        return (HeldLease) redlock.tryAcquire("orders").orElseThrow();
    }

    /** What the node agreed to, in its order. */
    List<Verb> executed() {
        return executed;
    }

    /** Whether the node has a key. */
    boolean isTaken() {
        return !owner.isEmpty();
    }

    /** Lets time pass and every timer come, due or not: they must look at the clock themselves. */
    void pass(Duration time) {
        now += time.toNanos();
        List.copyOf(timers).forEach(this::comeSoon);
    }

    private void comeSoon(Runnable timer) {
        threads.give("timers", () -> {
            if (timers.remove(timer)) {
                timer.run();
            }
        });
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public long wallMillis() {
        return 1;
    }

    /** Who comes within {@link #SOON} may come at any time. */
    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        timers.add(task);
        if (threads.haveBegun() && delayNanos <= SOON.toNanos()) {
            comeSoon(task);
        }
        return () -> timers.remove(task);
    }

    @Override
    public Optional<Answer> submit(Call call) {
        threads.give("node", () -> take(call));
        return Optional.empty();
    }

    private void take(Call call) {
        if (call.begin()) {
            call.answer(execute(call.command()));
        }
    }

    private Answer execute(Command command) {
        String token = command.tokens().get(0).value();
        return switch (command.verb()) {
            case ACQUIRE -> isTaken() ? Answer.held(1, "another") : granted(token);
            case RELEASE, UNDO -> token.equals(owner) ? released(command.verb()) : Answer.lost(Answer.ABSENT);
            default -> token.equals(owner) ? agreed(command.verb()) : Answer.lost(Answer.ABSENT);
        };
    }

    private Answer granted(String token) {
        owner = token;
        executed.add(Verb.ACQUIRE);
        return Answer.granted(List.of(++counter));
    }

    private Answer released(Verb verb) {
        owner = "";
        executed.add(verb);
        watched.forEach(resource -> tell(listener -> listener.released(this, resource)));
        return Answer.ok(List.of());
    }

    private Answer agreed(Verb verb) {
        executed.add(verb);
        return Answer.ok(List.of(counter));
    }

    @Override
    public String name() {
        return "node";
    }

    @Override
    public void start(NodeListener listener) {
        listeners.add(listener);
    }

    private void tell(Consumer<NodeListener> message) {
        listeners.forEach(listener -> threads.give("node", () -> message.accept(listener)));
    }

    @Override
    public void watch(Resource resource) {
        threads.give("node", () -> watched.add(resource));
        tell(listener -> listener.watching(this, resource));
    }

    @Override
    public void unwatch(Resource resource) {
        threads.give("node", () -> watched.remove(resource));
    }

    @Override
    public String condition() {
        return "ok";
    }

    @Override
    public void close() {}
}
