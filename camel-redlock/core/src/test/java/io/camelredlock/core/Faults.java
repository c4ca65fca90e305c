// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

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
    private final Consumer<SimulatedClient> crash;
    private final Map<ModelServer, Long> lastStep = new HashMap<>();

    private List<SimulatedClient> clients = List.of();
    private long ttlMillis;
    private long windowNanos;
    private long quietUntil;
    private int count;

    Faults(
            Scope scope,
            SplittableRandom random,
            VirtualTime time,
            List<ModelServer> servers,
            Consumer<SimulatedClient> crash) {
        this.scope = scope;
        this.random = random;
        this.time = time;
        this.servers = servers;
        this.crash = crash;
    }

    void begin(List<SimulatedClient> live, RedlockOptions options) {
        clients = live;
        ttlMillis = options.ttl().toMillis();
        windowNanos = options.longestHold().toNanos();
        plan();
        if (scope.forget() && random.nextBoolean()) {
            servers.forEach(server -> server.whenExecuted(() -> {
                if (random.nextInt(150) == 0) {
                    time.schedule(() -> memory(server), random.nextInt(SOON_MILLIS) * MILLI);
                }
            }));
        }
    }

    int count() {
        return count;
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
            count++;
            network(server);
        }
        plan();
    }

    private void network(ModelServer server) {
        SimulatedClient client = clients.isEmpty() ? null : clients.get(random.nextInt(clients.size()));
        if (client == null) {
            return;
        }
        ModelNode link = client.links().get(random.nextInt(client.links().size()));
        long until = between(20, 2_000);
        switch (random.nextInt(7)) {
            case 0 -> everywhere(server, ModelNode::freeze, ModelNode::thaw, until);
            case 1 -> everywhere(server, each -> each.down(true), each -> each.down(false), until);
            case 2 -> oneLink(() -> link.down(true), () -> link.down(false), until);
            case 3 -> oneLink(() -> link.loseReplies(true), () -> link.loseReplies(false), until);
            case 4 -> oneLink(() -> link.delay(this::longDelay), () -> link.delay(client::shortDelay), until);
            case 5 -> client.pause(Duration.ofNanos(between(20, (int) (3 * ttlMillis))));
            default -> crash.accept(client);
        }
    }

    /** Something happens to what the server remembers, or to its clock. */
    private void memory(ModelServer server) {
        count++;
        if (scope.step() && random.nextInt(3) == 0) {
            step(server);
            return;
        }
        switch (random.nextInt(scope.takeover() == Takeover.GUARDED ? 8 : 9)) {
            case 0 -> restart(server, server::forget);
            case 1 -> restart(server, server::restart);
            case 2 -> restart(server, server::rewind);
            case 3 -> server.save();
            case 4 -> server.flush();
            case 5 -> server.replaceData();
            case 6, 7 -> server.delete(SimulatedClient.LOCK);
            default -> server.deleteAll(SimulatedClient.LOCK);
        }
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
