// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** N model servers and any number of engines on them, in one virtual time. */
final class ModelCluster {

    private static final Duration STEP = Duration.ofNanos(100_000);

    private final VirtualTime time = new VirtualTime();
    private final List<ModelServer> servers;
    private final Random random = new Random(7);

    private final Takeover takeover;

    ModelCluster(int nodes) {
        this(nodes, Takeover.GUARDED);
    }

    ModelCluster(int nodes, Takeover takeover) {
        this.takeover = takeover;
        servers = IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> new ModelServer(time, "node-" + number))
                .toList();
    }

    VirtualTime time() {
        return time;
    }

    List<ModelServer> servers() {
        return servers;
    }

    /** A member with an engine and connections of its own. */
    Member member(String id, RedlockOptionsBuilder options) {
        return member(id, options, Metrics.NONE);
    }

    Member member(String id, RedlockOptionsBuilder options, Metrics metrics) {
        ClientClock clock = new ClientClock(time, 1);
        List<ModelNode> links = new ArrayList<>();
        servers.forEach(server -> links.add(new ModelNode(time, clock, server)));
        RedlockOptions built = options.memberId(id).takeover(takeover).build();
        links.forEach(link -> link.checkEvery(built.maxTtl().dividedBy(4)));
        Environment environment = new Environment(clock, clock, Runnable::run, random, () -> {}, metrics);
        return new Member(links, new Redlock(links, built, environment));
    }

    Member member(String id) {
        return member(id, RedlockOptions.builder().ttl(Duration.ofSeconds(3)));
    }

    void pass(Duration duration) {
        time.pass(duration);
    }

    /** How many servers say the lock is held. */
    long holders(String lock) {
        return servers.stream()
                .filter(server -> server.isHeld(Resource.lock(lock)))
                .count();
    }

    /** One engine and its connections. */
    record Member(List<ModelNode> links, Redlock redlock) {

        ModelNode link(int number) {
            return links.get(number);
        }
    }

    /** What the stage came to, letting at most so much time pass; fails if that is not enough. */
    <T> T await(CompletionStage<T> stage, Duration atMost) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        long until = time.nanos() + atMost.toNanos();
        while (!future.isDone() && time.nanos() < until) {
            time.pass(STEP);
        }
        assertThat(future).as("done within %s", atMost).isDone();
        return future.join();
    }

    <T> T await(CompletionStage<T> stage) {
        return await(stage, Duration.ofSeconds(1));
    }

    /** What the stage failed with. */
    Throwable awaitFailure(CompletionStage<?> stage) {
        return await(stage.handle((value, failure) -> {
            assertThat(failure).as("failure instead of %s", value).isNotNull();
            return failure instanceof CompletionException ? failure.getCause() : failure;
        }));
    }

    /** The lease of one attempt. */
    Optional<Lease> tryAcquire(Member member, String... resources) {
        LeaseRequest request = member.redlock().request(resources).timeout(Duration.ZERO);
        return await(member.redlock().acquireAsync(request));
    }
}
