// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** One process of a {@link Simulation}: takes the lock, keeps it for a while, releases it, or does not, again and again. */
final class SimulatedClient {

    static final Resource LOCK = Resource.lock("lock");

    /** The messages of a healthy network take up to 0.2 ms. */
    private static final int SHORT_NANOS = 200_000;

    private final SplittableRandom random;
    private final Duration ttl;
    private final Referee referee;
    private final ClientClock clock;
    private final List<ModelNode> links;
    private final Redlock redlock;

    SimulatedClient(
            VirtualTime time,
            List<ModelServer> servers,
            SplittableRandom random,
            RedlockOptions options,
            Referee referee) {
        this.random = random;
        this.ttl = options.ttl();
        this.referee = referee;
        double rate = (random.nextDouble() - 0.5) * (random.nextBoolean() ? 0.008 : 0.001);
        clock = new ClientClock(time, 1 + rate);
        links = servers.stream()
                .map(server -> new ModelNode(time, clock, server))
                .toList();
        links.forEach(link -> {
            link.delay(this::shortDelay);
            link.checkEvery(options.maxTtl().dividedBy(4));
        });
        redlock = new Redlock(links, options, new Environment(clock, clock, Runnable::run, random, () -> {}));
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
        LeaseRequest request = redlock.request("lock")
                .timeout(random.nextInt(4) == 0 ? Duration.ZERO : ttl.multipliedBy(random.nextInt(1, 8)))
                .autoExtend(random.nextBoolean());
        redlock.acquireAsync(request).whenComplete((lease, failure) -> {
            if (failure != null || lease.isEmpty()) {
                later(this::begin, 500);
            } else {
                hold(lease.get());
            }
        });
    }

    private void hold(Lease lease) {
        referee.granted(lease, clock);
        referee.lateVotes(links.stream().filter(ModelNode::isAcquiring).count());
        later(() -> finish(lease), (int) ttl.multipliedBy(2).toMillis());
    }

    private void finish(Lease lease) {
        int dice = random.nextInt(8);
        if (dice < 2) {
            Duration next = dice == 0 ? ttl : ttl.minusMillis(random.nextLong(ttl.toMillis() / 2));
            lease.extendAsync(next).whenComplete((left, failure) -> later(() -> finish(lease), 500));
        } else if (dice == 2) {
            later(this::begin, 1_000); // it is left to itself
        } else {
            lease.releaseAsync();
            later(this::begin, 200);
        }
    }

    private void later(Runnable action, int withinMillis) {
        clock.schedule(action, 1 + random.nextInt(withinMillis * 1000) * 1000L);
    }
}
