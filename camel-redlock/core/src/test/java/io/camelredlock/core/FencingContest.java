// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Five processes take one lock in turn, whose wall clocks are wrong; in each round of five grants another minority of the nodes may
 * be down, come back empty, or come back with what it knew some time ago. All drawn from one seed.
 */
final class FencingContest {

    private static final Duration TTL = Duration.ofSeconds(1);
    private static final int PROCESSES = 5;
    private static final int HOLD_MILLIS = 10;
    private static final long MILLI = 1_000_000;

    private final VirtualTime time = new VirtualTime();
    private final SplittableRandom random;
    private final List<ModelServer> servers;
    private final long wallOffMillis;
    private final boolean nodesFail;
    private List<ModelServer> failed = List.of();
    private long highest;
    private int grants;
    private int outOfOrder;
    private int raised;

    FencingContest(long seed, int nodes, Duration wallOff, boolean nodesFail) {
        this.random = new SplittableRandom(seed);
        this.wallOffMillis = wallOff.toMillis();
        this.nodesFail = nodesFail;
        this.servers = IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> new ModelServer(time, "node-" + number))
                .toList();
        servers.forEach(server -> server.longest(TTL));
    }

    /** Goes on until so many grants have been made. */
    FencingContest run(int acquisitions) {
        for (int i = 0; i < PROCESSES; i++) {
            join(i);
        }
        while (grants < acquisitions) {
            time.pass(TTL);
        }
        return this;
    }

    int grants() {
        return grants;
    }

    /** Grants whose token was not above all before. */
    int outOfOrder() {
        return outOfOrder;
    }

    /** Grants whose tokens took a second round trip. */
    int raised() {
        return raised;
    }

    private void join(int number) {
        // one of them is as fast as can be, one as slow, the others between
        long offMillis = wallOffMillis * (2 * number - (PROCESSES - 1)) / (PROCESSES - 1);
        ClientClock clock = new ClientClock(time, 1, Duration.ofMillis(offMillis));
        List<ModelNode> links = new ArrayList<>();
        servers.forEach(server -> links.add(new ModelNode(time, clock, server)));
        links.forEach(link -> link.delay(() -> Duration.ofNanos(random.nextInt(200_000))));
        links.forEach(link -> link.checkEvery(TTL.dividedBy(4)));
        RedlockOptions options = RedlockOptions.builder()
                .ttl(TTL)
                .takeover(Takeover.GUARDED)
                .memberId("m" + number)
                .build();
        ExtendingRounds rounds = new ExtendingRounds();
        Redlock redlock =
                new Redlock(links, options, new Environment(clock, clock, Runnable::run, random, () -> {}, rounds));
        contend(redlock, rounds);
    }

    /** Of one process: until a lease is held, such a round can only be the one that makes a quorum agree on its token. */
    private static final class ExtendingRounds implements Metrics {
        private int count;

        @Override
        public void round(Verb verb, Result result, long nanos) {
            count += verb == Verb.EXTEND ? 1 : 0;
        }
    }

    private void contend(Redlock redlock, ExtendingRounds rounds) {
        rounds.count = 0;
        LeaseRequest request = redlock.request("lock").timeout(TTL.multipliedBy(30));
        redlock.acquireAsync(request).whenComplete((lease, failure) -> {
            if (failure == null) {
                lease.ifPresent(this::granted);
                raised += rounds.count > 0 ? 1 : 0;
            }
            time.schedule(
                    () -> contend(redlock, rounds), (HOLD_MILLIS + random.nextLong(100)) * MILLI); // after the release
        });
    }

    private void granted(Lease lease) {
        long token = lease.fencingToken();
        outOfOrder += token > highest ? 0 : 1;
        highest = Math.max(highest, token);
        if (++grants % PROCESSES == 0 && nodesFail) {
            nextRound();
        }
        later(lease::releaseAsync, HOLD_MILLIS);
    }

    /** The nodes that failed come back, and others fail. */
    private void nextRound() {
        failed.forEach(server -> links(server, link -> link.down(false)));
        List<ModelServer> sound = new ArrayList<>(servers);
        sound.removeAll(failed);
        Collections.shuffle(sound, new java.util.Random(random.nextLong()));
        failed = List.copyOf(sound.subList(0, 1 + random.nextInt(servers.size() / 2)));
        failed.forEach(this::fail);
        servers.get(random.nextInt(servers.size())).save();
    }

    private void fail(ModelServer server) {
        switch (random.nextInt(3)) {
            case 0 -> links(server, link -> link.down(true));
            case 1 -> server.forget();
            default -> server.rewind();
        }
    }

    private static void links(ModelServer server, Consumer<ModelNode> change) {
        server.links().forEach(change);
    }

    private void later(Runnable action, int withinMillis) {
        time.schedule(action, random.nextLong(withinMillis * MILLI));
    }
}
