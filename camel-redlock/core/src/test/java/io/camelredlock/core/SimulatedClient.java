// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import io.camelredlock.core.Figures.Figure;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One process of a {@link Simulation}: takes the lock, keeps it for a while, releases it, hands it over, or does nothing, again
 * and again; and adopts what it is sent.
 */
final class SimulatedClient {

    static final Resource LOCK = Resource.lock("lock");

    /** The messages of a healthy network take up to 0.2 ms. */
    private static final int SHORT_NANOS = 200_000;

    private final World world;
    private final SplittableRandom random;
    private final Duration ttl;
    private final ClientClock clock;
    private final List<ModelNode> links;
    private final Redlock redlock;
    private final LeaseRequest request;

    /** What all processes of a simulation share. */
    record World(
            VirtualTime time,
            SplittableRandom random,
            List<ModelServer> servers,
            Referee referee,
            Figures figures,
            Post post) {}

    /** {@code wallOff}: how wrong its wall clock is. */
    SimulatedClient(World world, RedlockOptions options, Duration wallOff) {
        this.world = world;
        this.random = world.random();
        this.ttl = options.ttl();
        double rate = (random.nextDouble() - 0.5) * (random.nextBoolean() ? 0.008 : 0.001);
        clock = new ClientClock(world.time(), 1 + rate, wallOff);
        links = world.servers().stream()
                .map(server -> new ModelNode(world.time(), clock, server))
                .toList();
        links.forEach(link -> {
            link.delay(this::shortDelay);
            link.checkEvery(options.maxTtl().dividedBy(4));
        });
        redlock = new Redlock(links, options, new Environment(clock, clock, Runnable::run, random, () -> {}));
        request = LeaseRequest.of(options, List.of(LOCK));
    }

    List<ModelNode> links() {
        return links;
    }

    Duration shortDelay() {
        return Duration.ofNanos(random.nextInt(SHORT_NANOS));
    }

    void pause(Duration duration) {
        clock.pause(duration);
    }

    void kill() {
        clock.kill();
        links.forEach(ModelNode::leave);
    }

    void begin() {
        LeaseRequest next = request.timeout(
                        random.nextInt(4) == 0 ? Duration.ZERO : ttl.multipliedBy(random.nextInt(1, 8)))
                .autoExtend(random.nextBoolean());
        redlock.acquireAsync(next).whenComplete((lease, failure) -> {
            if (failure != null || lease.isEmpty()) {
                later(this::begin, 500);
            } else {
                links.forEach(link -> link.noteLate(() -> world.figures().count(Figure.LATE_GRANTS)));
                hold(lease.get(), () -> later(this::begin, 500));
            }
        });
    }

    /** Somebody's lease comes, for the first time or not. */
    void adopt(String handover) {
        clock.receive(() -> redlock.adoptAsync(handover, as -> as.autoExtend(random.nextBoolean()))
                .whenComplete((lease, failure) -> {
                    world.figures().count(failure == null ? Figure.ADOPTIONS : Figure.REFUSED_ADOPTIONS);
                    if (failure == null) {
                        hold(lease, () -> {});
                    }
                }));
    }

    private void hold(Lease lease, Runnable next) {
        world.referee().granted(lease);
        later(() -> goOn(lease, next), (int) ttl.multipliedBy(2).toMillis());
    }

    private void goOn(Lease lease, Runnable next) {
        switch (random.nextInt(8)) {
            case 0, 1 ->
                lease.extendAsync(asLongOrShorter())
                        .whenComplete((left, failure) -> later(() -> goOn(lease, next), 500));
            case 2 -> next.run(); // it is left to itself
            case 3 -> handOver(lease, next);
            default -> {
                lease.releaseAsync();
                next.run();
            }
        }
    }

    private void handOver(Lease lease, Runnable next) {
        lease.handoverAsync(asLongOrShorter()).whenComplete((handover, failure) -> {
            if (failure == null) {
                world.post().send(handover);
            }
            if (random.nextInt(3) == 0) {
                pause(Duration.ofNanos(random.nextLong(2 * ttl.toNanos())));
            }
            next.run();
        });
    }

    private Duration asLongOrShorter() {
        return random.nextBoolean() ? ttl : ttl.minusMillis(random.nextLong(ttl.toMillis() / 2));
    }

    private void later(Runnable action, int withinMillis) {
        clock.schedule(action, 1 + random.nextInt(withinMillis * 1000) * 1000L);
    }
}
