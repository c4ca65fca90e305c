// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An engine on one node that answers at once, on the caller's thread, with a clock and timers that a test moves: nothing happens
 * on any thread but those of the test. Safe for use by several threads.
 */
final class SteppedEngine implements Node, Ticker, Scheduler {

    static final Duration TTL = Duration.ofSeconds(3);

    private final AtomicLong now = new AtomicLong();
    private final AtomicReference<String> owner = new AtomicReference<>("");
    private final AtomicLong counter = new AtomicLong();
    private final Queue<Runnable> timers = new ConcurrentLinkedQueue<>();
    private final Queue<Verb> asked = new ConcurrentLinkedQueue<>();
    private final Queue<Verb> executed = new ConcurrentLinkedQueue<>();
    private final Redlock redlock;

    SteppedEngine() {
        RedlockOptions options = RedlockOptions.builder()
                .ttl(TTL)
                .takeover(Takeover.CLASSIC)
                .notifications(false)
                .build();
        redlock = new Redlock(
                List.of(this), options, new Environment(this, this, Runnable::run, new Random(1), () -> {}));
    }

    Redlock redlock() {
        return redlock;
    }

    HeldLease hold() {
        return (HeldLease) redlock.tryAcquire("orders").orElseThrow();
    }

    /** What the node was asked, in its order. */
    List<Verb> asked() {
        return List.copyOf(asked);
    }

    /** What the node agreed to, in its order. */
    List<Verb> executed() {
        return List.copyOf(executed);
    }

    /** Lets time pass and runs every timer, due or not: they must look at the clock themselves. */
    void pass(Duration time) {
        now.addAndGet(time.toNanos());
        for (int left = timers.size(); left > 0; left--) {
            Runnable timer = timers.poll();
            if (timer != null) {
                timer.run();
            }
        }
    }

    @Override
    public long nanos() {
        return now.get();
    }

    @Override
    public long wallMillis() {
        return 1;
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        timers.add(task);
        return () -> timers.remove(task);
    }

    @Override
    public Optional<Answer> submit(Call call) {
        if (call.begin()) {
            asked.add(call.command().verb());
            call.answer(execute(call.command()));
        }
        return Optional.empty();
    }

    private Answer execute(Command command) {
        String token = command.tokens().get(0).value();
        return switch (command.verb()) {
            case ACQUIRE ->
                owner.compareAndSet("", token)
                        ? agreed(command.verb(), Answer.granted(List.of(counter.incrementAndGet())))
                        : Answer.held(1, "another");
            case RELEASE, UNDO ->
                owner.compareAndSet(token, "")
                        ? agreed(command.verb(), Answer.ok(List.of()))
                        : Answer.lost(Answer.ABSENT);
            default ->
                token.equals(owner.get())
                        ? agreed(command.verb(), Answer.ok(List.of(counter.get())))
                        : Answer.lost(Answer.ABSENT);
        };
    }

    private Answer agreed(Verb verb, Answer answer) {
        executed.add(verb);
        return answer;
    }

    @Override
    public String name() {
        return "node";
    }

    @Override
    public void start(NodeListener listener) {}

    @Override
    public void watch(Resource resource) {}

    @Override
    public void unwatch(Resource resource) {}

    @Override
    public String condition() {
        return "ok";
    }

    @Override
    public void close() {}
}
