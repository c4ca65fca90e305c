// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

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

    /** What happened, in numbers. */
    record Figures(long faults, long terms, long heals, long waits, long secondRounds, long lateVotes) {

        static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0);

        Figures plus(Figures more) {
            return new Figures(
                    faults + more.faults,
                    terms + more.terms,
                    heals + more.heals,
                    waits + more.waits,
                    secondRounds + more.secondRounds,
                    lateVotes + more.lateVotes);
        }
    }

    private static final Duration LENGTH = Duration.ofSeconds(20);

    private final SplittableRandom random;
    private final Duration ttl;
    private final RedlockOptions options;
    private final VirtualTime time = new VirtualTime();
    private final List<ModelServer> servers;
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final Referee referee;
    private final Faults faults;

    private Simulation(long seed, Takeover takeover, boolean nodesForget) {
        random = new SplittableRandom(seed);
        ttl = Duration.ofMillis(random.nextInt(3) == 0 ? 1_000 + random.nextInt(2_000) : 1_000);
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
        referee = new Referee(time, !clocksStep);
        faults = new Faults(new Faults.Scope(takeover, nodesForget, clocksStep), random, time, servers, this::crash);
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
        faults.begin(clients, options);
        time.pass(LENGTH);
        long heals = servers.stream().mapToLong(ModelServer::heals).sum();
        long waits = servers.get(0).waits();
        long secondRounds =
                servers.stream().mapToLong(ModelServer::secondRounds).sum();
        Figures figures = new Figures(faults.count(), referee.terms(), heals, waits, secondRounds, referee.lateVotes());
        return new Result(figures, referee.violations());
    }

    private void join() {
        long quiet = faults.quietNanos();
        if (quiet > 0) {
            time.schedule(this::join, quiet);
            return;
        }
        SimulatedClient client = new SimulatedClient(time, servers, random, options, referee);
        clients.add(client);
        client.begin();
    }

    private void crash(SimulatedClient client) {
        client.kill();
        clients.remove(client);
        join();
    }
}
