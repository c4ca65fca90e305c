// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** One process of a {@link Simulation}: takes the lock, keeps it for a while, releases it, or does not, again and again. */
final class SimulatedClient {

    private final VirtualTime time;
    private final Random random;
    private final Duration ttl;
    private final Referee referee;
    private final ClientClock clock;
    private final List<ModelNode> links;
    private final Redlock redlock;

    SimulatedClient(VirtualTime time, List<ModelServer> servers, Random random, Duration ttl, Referee referee) {
        this.time = time;
        this.random = random;
        this.ttl = ttl;
        this.referee = referee;
        clock = new ClientClock(time, 1 + (random.nextDouble() - 0.5) * 0.008);
        links = servers.stream()
                .map(server -> new ModelNode(time, clock, server))
                .toList();
        links.forEach(link -> link.delay(() -> Duration.ofNanos(random.nextInt(2_000_000))));
        RedlockOptions options = RedlockOptions.builder().ttl(ttl).build();
        redlock = new Redlock(links, options, new Environment(clock, clock, Runnable::run, random, () -> {}));
    }

    List<ModelNode> links() {
        return links;
    }

    void pause(Duration duration) {
        clock.pause(duration);
    }

    void kill() {
        clock.kill();
    }

    void begin() {
        LeaseRequest request = redlock.request("lock")
                .timeout(Duration.ofMillis(random.nextInt(3_000)))
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
        later(() -> finish(lease), (int) ttl.multipliedBy(3).toMillis());
    }

    private void finish(Lease lease) {
        if (random.nextInt(4) == 0) {
            lease.extendAsync(ttl).whenComplete((left, failure) -> later(() -> finish(lease), 500));
        } else {
            lease.releaseAsync();
            later(this::begin, 200);
        }
    }

    private void later(Runnable action, int withinMillis) {
        clock.schedule(action, 1 + random.nextInt(withinMillis * 1000) * 1000L);
    }
}
