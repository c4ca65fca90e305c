// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import io.camelredlock.core.Figures.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One schedule: a few processes contend for one lock while nodes, links and processes fail at random, all drawn from one seed.
 * The production classes run against model servers in virtual time; a referee looks after every event.
 */
final class Simulation {

    /** What a schedule came to. */
    record Result(Figures figures, List<String> violations) {}

    private static final Duration LENGTH = Duration.ofSeconds(20);

    private final SplittableRandom random;
    private final RedlockOptions options;
    private final VirtualTime time = new VirtualTime();
    private final Figures figures = new Figures();
    private final List<ModelServer> servers;
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final Referee referee;
    private final Faults faults;
    private final SimulatedClient.World world;
    private final long wallOffMillis;

    private Simulation(long seed, Takeover takeover, boolean nodesForget) {
        random = new SplittableRandom(seed);
        Duration ttl = Duration.ofMillis(random.nextInt(3) == 0 ? 1_000 + random.nextInt(2_000) : 1_000);
        options = RedlockOptions.builder()
                .ttl(ttl)
                .maxTtl(random.nextInt(4) == 0 ? ttl.multipliedBy(5).dividedBy(4) : ttl)
                .takeover(takeover)
                .memberId("m")
                .build();
        int nodes = 1 + 2 * random.nextInt(3);
        servers = IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> new ModelServer(time, "node-" + number))
                .toList();
        boolean clocksStep = nodesForget && random.nextBoolean();
        referee = new Referee(time, figures, !clocksStep);
        faults = new Faults(new Faults.Scope(takeover, nodesForget, clocksStep), random, time, servers, figures);
        Post post = new Post(time, random, clients, ttl);
        world = new SimulatedClient.World(time, random, servers, referee, figures, post);
        wallOffMillis = switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> Duration.ofHours(1).toMillis();
            default -> ttl.toMillis() / 2;
        };
    }

    /** {@code nodesForget}: whether nodes may lose their memory and step their clocks. */
    static Result run(long seed, Takeover takeover, boolean nodesForget) {
        return new Simulation(seed, takeover, nodesForget).run();
    }

    private Result run() {
        time.afterEach(referee::look);
        servers.forEach(server -> server.longest(options.maxTtl()));
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            join();
        }
        faults.begin(clients, options, this::crash);
        time.pass(LENGTH);
        servers.forEach(server -> figures.add(Figure.HEALS, server.heals()));
        servers.forEach(server -> figures.add(Figure.SECOND_ROUNDS, server.secondRounds()));
        figures.add(Figure.WAITS, servers.get(0).waits());
        return new Result(figures, referee.violations());
    }

    private void join() {
        long quiet = faults.quietNanos();
        if (quiet > 0) {
            time.schedule(this::join, quiet);
            return;
        }
        Duration wallOff = Duration.ofMillis(random.nextLong(-wallOffMillis, wallOffMillis + 1));
        SimulatedClient client = new SimulatedClient(world, options, wallOff);
        clients.add(client);
        client.begin();
    }

    private void crash(SimulatedClient client) {
        client.kill();
        clients.remove(client);
        join();
    }
}
