// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;

/** One client's connection to a {@link ModelServer}: first in first out, with its delays and faults. */
final class ModelNode implements Node {

    private final VirtualTime time;
    private final ClientClock client;
    private final ModelServer server;
    private final int number;
    private final Set<Resource> watched = new HashSet<>();
    private final Set<Call> outstanding = new LinkedHashSet<>();
    private final Map<Call, Runnable> late = new HashMap<>();
    private final List<Command> owed = new ArrayList<>();
    private final Queue<Runnable> frozen = new ArrayDeque<>();
    private Supplier<Duration> delay = () -> Duration.ofNanos(200_000);
    private long lastArrival;
    private long lastReply;
    private int connection;
    private boolean down;
    private boolean isFrozen;
    private boolean repliesLost;
    private boolean knowsClock;
    private boolean left;
    private NodeListener listener = new Deaf();

    ModelNode(VirtualTime time, ClientClock client, ModelServer server) {
        this.time = time;
        this.client = client;
        this.server = server;
        this.number = server.attach(this);
    }

    ModelServer server() {
        return server;
    }

    /** How long a message takes each way. */
    void delay(Duration eachWay) {
        delay = () -> eachWay;
    }

    void delay(Supplier<Duration> eachWay) {
        delay = eachWay;
    }

    /** Not connected; what was under way is answered as failed, executed or not. */
    void down(boolean value) {
        boolean back = down && !value;
        down = value;
        if (back) {
            owed.forEach(server::execute); // S-C3: before anything else
            owed.clear();
            client.receive(() -> listener.available(this));
        } else if (value) {
            connection++;
            List<Call> lost = List.copyOf(outstanding);
            outstanding.clear();
            late.clear();
            lost.forEach(call -> client.receive(() -> fail(call)));
        }
    }

    private void fail(Call call) {
        owe(call);
        call.answer(Answer.failed("connection lost: down"));
    }

    private void owe(Call call) {
        if (call.command().verb().isRelease()) {
            owed.add(call.command());
        }
    }

    /** Answers nothing, executes everything when thawed. */
    void freeze() {
        isFrozen = true;
    }

    void thaw() {
        isFrozen = false;
        while (!frozen.isEmpty()) {
            frozen.remove().run();
        }
    }

    /** Executes commands, but the answers do not arrive. */
    void loseReplies(boolean value) {
        repliesLost = value;
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public void start(NodeListener to) {
        listener = to;
    }

    @Override
    public Optional<Answer> submit(Call call) {
        if (down) {
            owe(call);
            return Optional.of(Answer.failed("not connected: down"));
        }
        call.begin();
        outstanding.add(call);
        long sentNanos = client.nanos();
        send(() -> execute(call, sentNanos));
        return Optional.empty();
    }

    /** The process ended: nothing is told to it any more. */
    void leave() {
        left = true;
        server.detach(this);
    }

    /** Says when a grant arrives that is under way, or still to be given, now. */
    void noteLate(Runnable lateGrant) {
        for (Call call : outstanding) {
            if (call.command().verb() == Verb.ACQUIRE) {
                late.put(call, lateGrant);
            }
        }
    }

    /** Whether a quick answer has shown the server's clock. */
    boolean knowsClock() {
        return knowsClock;
    }

    /** Something arrives at the server, behind what was sent before. */
    private void send(Runnable message) {
        lastArrival = Math.max(lastArrival, time.nanos() + delay.get().toNanos());
        time.schedule(() -> arrive(message), lastArrival - time.nanos());
    }

    private void arrive(Runnable message) {
        if (isFrozen) {
            frozen.add(message);
        } else {
            message.run();
        }
    }

    private void execute(Call call, long sentNanos) {
        Answer answer = server.execute(call.command());
        reply(() -> {
            if (outstanding.remove(call)) {
                Runnable note = late.remove(call);
                if (note != null && answer.outcome() == Outcome.GRANTED) {
                    note.run();
                }
                call.answer(answer.withEvidence(received(answer.evidence(), sentNanos)));
            }
        });
    }

    private void reply(Runnable message) {
        int sentOn = connection;
        lastReply = Math.max(lastReply, time.nanos() + delay.get().toNanos());
        if (!repliesLost) {
            time.schedule(
                    () -> {
                        if (sentOn == connection) {
                            client.receive(message);
                        }
                    },
                    lastReply - time.nanos());
        }
    }

    /** When the reply was read; a marker that is missing or another's is written anew (S-T2). */
    private Evidence received(Evidence shown, long sentNanos) {
        Incarnation incarnation = shown.incarnation();
        if (incarnation.isKnown() && !incarnation.isMarked() && !down) {
            String random = "m" + time.nanos() + "-" + number;
            send(() -> server.mark(incarnation, random));
        }
        knowsClock |= client.nanos() - sentNanos < 1_000_000;
        ClockSample clock = new ClockSample(shown.clock().nodeMillis(), sentNanos, client.nanos());
        return new Evidence(incarnation, clock, shown.vanished(), shown.neverClean());
    }

    /** Looks at the server from time to time, unasked. */
    void checkEvery(Duration period) {
        time.background(
                () -> {
                    client.receive(this::check);
                    if (!left) {
                        checkEvery(period);
                    }
                },
                period.toNanos());
    }

    private void check() {
        if (!down) {
            long sentNanos = client.nanos();
            send(() -> {
                Evidence shown = server.check();
                reply(() -> listener.observed(this, received(shown, sentNanos)));
            });
        }
    }

    void hear(Resource resource) {
        if (!down && !isFrozen && watched.contains(resource)) {
            tellLater(() -> listener.released(this, resource));
        }
    }

    private void tellLater(Runnable message) {
        time.schedule(() -> client.receive(message), delay.get().toNanos());
    }

    @Override
    public void watch(Resource resource) {
        watched.add(resource);
        if (!down) {
            tellLater(() -> listener.watching(this, resource));
        }
    }

    @Override
    public void unwatch(Resource resource) {
        watched.remove(resource);
    }

    @Override
    public String condition() {
        return down ? "not connected: down" : "ok";
    }

    @Override
    public void close() {
        down = true;
    }

    /** Before anybody listens. */
    private static final class Deaf implements NodeListener {
        @Override
        public void available(Node node) {}

        @Override
        public void released(Node node, Resource resource) {}

        @Override
        public void watching(Node node, Resource resource) {}
    }
}
