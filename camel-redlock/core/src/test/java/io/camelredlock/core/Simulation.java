// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * One schedule: a few processes contend for one lock while nodes, links and processes fail at random, all drawn from one seed.
 * The production classes run against model servers in virtual time; a referee looks after every event.
 */
final class Simulation {

    /** What a schedule came to. */
    record Result(int faults, int grants, List<String> violations) {}

    private static final Duration TTL = Duration.ofSeconds(1);
    private static final Duration LENGTH = Duration.ofSeconds(20);

    private final Random random;
    private final boolean nodesForget;
    private final VirtualTime time = new VirtualTime();
    private final List<ModelServer> servers;
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final Referee referee = new Referee(time);
    private int faults;

    private Simulation(long seed, boolean nodesForget) {
        this.random = new Random(seed);
        this.nodesForget = nodesForget;
        int nodes = 1 + 2 * random.nextInt(3);
        servers = IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> new ModelServer(time, "node-" + number))
                .toList();
    }

    /** {@code nodesForget}: whether nodes may lose their memory, which the classic algorithm cannot stand. */
    static Result run(long seed, boolean nodesForget) {
        return new Simulation(seed, nodesForget).run();
    }

    private Result run() {
        time.afterEach(referee::look);
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            join();
        }
        planFault();
        time.pass(LENGTH);
        return new Result(faults, referee.grants(), referee.violations());
    }

    private void join() {
        SimulatedClient client = new SimulatedClient(time, servers, random, TTL, referee);
        clients.add(client);
        client.begin();
    }

    private void planFault() {
        time.schedule(this::fault, between(10, 300));
    }

    private void fault() {
        faults++;
        ModelServer server = servers.get(random.nextInt(servers.size()));
        SimulatedClient client = clients.get(random.nextInt(clients.size()));
        ModelNode link = client.links().get(random.nextInt(client.links().size()));
        long until = between(20, 2_000);
        switch (random.nextInt(nodesForget ? 8 : 7)) {
            case 0 -> everywhere(server, ModelNode::freeze, ModelNode::thaw, until);
            case 1 -> everywhere(server, each -> each.down(true), each -> each.down(false), until);
            case 2 -> oneLink(() -> link.down(true), () -> link.down(false), until);
            case 3 -> oneLink(() -> link.loseReplies(true), () -> link.loseReplies(false), until);
            case 4 -> oneLink(() -> link.delay(this::longDelay), () -> link.delay(this::shortDelay), until);
            case 5 -> client.pause(Duration.ofNanos(until));
            case 6 -> crash(client);
            default -> server.forget();
        }
        planFault();
    }

    private void crash(SimulatedClient client) {
        client.kill();
        clients.remove(client);
        join();
    }

    private void everywhere(
            ModelServer server,
            java.util.function.Consumer<ModelNode> begin,
            java.util.function.Consumer<ModelNode> end,
            long until) {
        server.links().forEach(begin);
        time.schedule(() -> server.links().forEach(end), until);
    }

    private void oneLink(Runnable begin, Runnable end, long until) {
        begin.run();
        time.schedule(end, until);
    }

    private Duration shortDelay() {
        return Duration.ofNanos(between(0, 2));
    }

    private Duration longDelay() {
        return Duration.ofNanos(between(0, 1_500));
    }

    private long between(int fromMillis, int toMillis) {
        return fromMillis * 1_000_000L + random.nextInt((toMillis - fromMillis) * 1000) * 1000L;
    }
}
