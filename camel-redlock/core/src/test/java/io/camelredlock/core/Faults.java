// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import io.camelredlock.core.Figures.Figure;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Everything that goes wrong in a {@link Simulation}: at random moments, and in half of the schedules right after a command. */
final class Faults {

    /**
     * What may happen.
     *
     * @param takeover in which no fault may be outside its promise
     * @param forget whether memory is lost
     * @param step whether clocks of nodes step
     */
    record Scope(Takeover takeover, boolean forget, boolean step) {}

    private static final long MILLI = 1_000_000;
    private static final int SOON_MILLIS = 60;

    private final Scope scope;
    private final SplittableRandom random;
    private final VirtualTime time;
    private final List<ModelServer> servers;
    private final Figures figures;
    private final Map<ModelServer, Long> lastStep = new HashMap<>();

    private Consumer<SimulatedClient> crash = client -> {};
    private List<SimulatedClient> clients = List.of();
    private long ttlMillis;
    private long windowNanos;
    private long quietUntil;
    private boolean hitting;

    Faults(Scope scope, SplittableRandom random, VirtualTime time, List<ModelServer> servers, Figures figures) {
        this.scope = scope;
        this.random = random;
        this.time = time;
        this.servers = servers;
        this.figures = figures;
    }

    /** {@code ending}: ends a process. */
    void begin(List<SimulatedClient> live, RedlockOptions options, Consumer<SimulatedClient> ending) {
        crash = ending;
        clients = live;
        ttlMillis = options.ttl().toMillis();
        windowNanos = options.longestHold().toNanos();
        plan();
        if (random.nextInt(8) < 5) { // some of these schedules see no hit
            servers.forEach(server -> server.whenExecuted(() -> aim(server)));
        }
    }

    /** How long no process may start: who starts right after a step cannot know of it (S-T4). */
    long quietNanos() {
        return quietUntil - time.nanos();
    }

    private void plan() {
        time.schedule(this::any, between(20, 600));
    }

    private void any() {
        ModelServer server = servers.get(random.nextInt(servers.size()));
        if (scope.forget() && random.nextInt(5) == 0) {
            memory(server);
        } else {
            network(server);
        }
        plan();
    }

    /** What was just done may be undone before the others have done it. */
    private void aim(ModelServer server) {
        if (random.nextInt(100) == 0) {
            time.schedule(() -> hit(server), random.nextInt(SOON_MILLIS) * MILLI);
        }
    }

    private void hit(ModelServer server) {
        if (!hitting) {
            hitting = true;
            figures.count(Figure.HIT_SCHEDULES);
        }
        if (scope.forget()) {
            memory(server);
        } else {
            network(server);
        }
    }

    private void network(ModelServer server) {
        if (clients.isEmpty()) {
            return;
        }
        SimulatedClient client = clients.get(random.nextInt(clients.size()));
        ModelNode link = client.links().get(random.nextInt(client.links().size()));
        long until = between(20, 2_000);
        switch (count(Figure.NODE_FROZEN, Figure.PROCESS_CRASHED)) {
            case NODE_FROZEN -> everywhere(server, ModelNode::freeze, ModelNode::thaw, until);
            case NODE_CUT_OFF -> everywhere(server, each -> each.down(true), each -> each.down(false), until);
            case CONNECTION_CUT -> oneLink(() -> link.down(true), () -> link.down(false), until);
            case REPLIES_LOST -> oneLink(() -> link.loseReplies(true), () -> link.loseReplies(false), until);
            case CONNECTION_SLOW ->
                oneLink(() -> link.delay(this::longDelay), () -> link.delay(client::shortDelay), until);
            case PROCESS_PAUSED -> client.pause(Duration.ofNanos(between(20, (int) (3 * ttlMillis))));
            default -> crash.accept(client);
        }
    }

    /** Something happens to what the server remembers, or to its clock. */
    private void memory(ModelServer server) {
        if (scope.step() && random.nextInt(3) == 0) {
            step(server);
            return;
        }
        if (random.nextInt(8) == 0) {
            server.save(); // does no harm before it is read again
            return;
        }
        boolean guarded =
                scope.takeover() == Takeover.GUARDED; // its residual: own and meta gone, and nothing else (S-T3)
        switch (count(Figure.NODE_RESTARTED_EMPTY, guarded ? Figure.KEY_DELETED : Figure.KEY_AND_META_DELETED)) {
            case NODE_RESTARTED_EMPTY -> restart(server, server::forget);
            case NODE_RESTARTED -> restart(server, server::restart);
            case NODE_REWOUND -> restart(server, server::rewind);
            case NODE_FLUSHED -> server.flush();
            case NODE_DATA_REPLACED -> server.replaceData();
            case KEY_DELETED -> server.delete(SimulatedClient.LOCK);
            default -> server.deleteAll(SimulatedClient.LOCK);
        }
    }

    /** One of the faults in this range, which is counted. */
    private Figure count(Figure first, Figure last) {
        Figure chosen = Figure.values()[random.nextInt(first.ordinal(), last.ordinal() + 1)];
        figures.count(chosen);
        return chosen;
    }

    private void restart(ModelServer server, Runnable change) {
        change.run();
        everywhere(server, each -> each.down(true), each -> each.down(false), between(1, 200));
    }

    /** In guarded mode only where all who run have looked at the clock before, and see each step: so much is promised. */
    private void step(ModelServer server) {
        if (scope.takeover() == Takeover.GUARDED) {
            boolean unseen = time.nanos() - lastStep.getOrDefault(server, -windowNanos) < windowNanos;
            if (unseen || !server.links().stream().allMatch(ModelNode::knowsClock)) {
                return;
            }
            lastStep.put(server, time.nanos());
            quietUntil = time.nanos() + 2 * windowNanos;
        }
        long millis =
                switch (random.nextInt(3)) {
                    case 0 -> Duration.ofHours(1).toMillis();
                    case 1 -> random.nextLong(2 * ttlMillis);
                    default -> random.nextLong(20);
                };
        server.stepClock(Duration.ofMillis(random.nextBoolean() ? millis : -millis));
        figures.count(Figure.CLOCK_STEPPED);
    }

    private void everywhere(ModelServer server, Consumer<ModelNode> begin, Consumer<ModelNode> end, long until) {
        server.links().forEach(begin);
        time.schedule(() -> server.links().forEach(end), until);
    }

    private void oneLink(Runnable begin, Runnable end, long until) {
        begin.run();
        time.schedule(end, until);
    }

    private Duration longDelay() {
        return Duration.ofNanos(between(0, (int) (3 * ttlMillis)));
    }

    private long between(int fromMillis, int toMillis) {
        return fromMillis * MILLI + random.nextInt((toMillis - fromMillis) * 1000) * 1000L;
    }
}
