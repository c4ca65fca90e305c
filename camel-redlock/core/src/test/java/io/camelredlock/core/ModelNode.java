// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/** One client's connection to a {@link ModelServer}, with its delays and faults. */
final class ModelNode implements Node {

    private final VirtualTime time;
    private final ModelServer server;
    private final Set<Resource> watched = new HashSet<>();
    private final Queue<Runnable> frozen = new ArrayDeque<>();
    private Duration delay = Duration.ofNanos(200_000);
    private boolean down;
    private boolean isFrozen;
    private boolean repliesLost;
    private NodeListener listener = new Deaf();

    ModelNode(VirtualTime time, ModelServer server) {
        this.time = time;
        this.server = server;
        server.attach(this);
    }

    ModelServer server() {
        return server;
    }

    /** How long a message takes each way. */
    void delay(Duration eachWay) {
        delay = eachWay;
    }

    /** Not connected. */
    void down(boolean value) {
        boolean back = down && !value;
        down = value;
        if (back) {
            listener.available(this);
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
            return Optional.of(Answer.failed("not connected: down"));
        }
        call.begin();
        time.schedule(() -> arrive(call), delay.toNanos());
        return Optional.empty();
    }

    private void arrive(Call call) {
        if (isFrozen) {
            frozen.add(() -> execute(call));
        } else {
            execute(call);
        }
    }

    private void execute(Call call) {
        Answer answer = server.execute(call.command());
        if (!repliesLost) {
            time.schedule(() -> call.answer(answer), delay.toNanos());
        }
    }

    void hear(Resource resource) {
        if (!down && !isFrozen && watched.contains(resource)) {
            time.schedule(() -> listener.released(this, resource), delay.toNanos());
        }
    }

    @Override
    public void watch(Resource resource) {
        watched.add(resource);
        if (!down) {
            time.schedule(() -> listener.watching(this, resource), 2 * delay.toNanos());
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
