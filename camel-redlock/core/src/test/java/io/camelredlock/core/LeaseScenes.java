// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.interleaving.Interleavings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What threads do with one lease at a time; each returns what must be so whatever their order. Run by {@link InterleavingTest}. */
final class LeaseScenes {

    private LeaseScenes() {}

    static Runnable increments(Interleavings threads) {
        int[] count = new int[1];
        threads.begin();
        threads.give("one", () -> increment(count));
        threads.give("other", () -> increment(count));
        return () -> assertThat(count[0]).as("increments").isEqualTo(2);
    }

    static Runnable serial(Interleavings threads) {
        Serial serial = new Serial();
        int[] count = new int[1];
        threads.begin();
        for (String thread : List.of("one", "two", "three")) {
            threads.give(thread, () -> serial.run(() -> increment(count)));
            threads.give(thread, () -> serial.run(() -> serial.run(() -> increment(count))));
        }
        return () -> assertThat(count[0]).isEqualTo(6);
    }

    /** Loses a step if two do it at once. */
    private static void increment(int[] count) {
        int old = count[0];
        Interleavings.step();
        count[0] = old + 1;
    }

    static Runnable twoReleases(Interleavings threads) {
        SteppedEngine engine = new SteppedEngine(threads);
        HeldLease lease = engine.hold();
        List<CompletableFuture<Release>> told = new ArrayList<>();
        threads.begin();
        threads.give("one", () -> told.add(release(lease)));
        threads.give("other", () -> told.add(release(lease)));
        return () -> {
            assertThat(told)
                    .extracting(CompletableFuture::join)
                    .contains(Release.RELEASED)
                    .isSubsetOf(Release.RELEASED, Release.ALREADY_RELEASED);
            assertThat(engine.executed()).containsExactly(Verb.ACQUIRE, Verb.RELEASE);
        };
    }

    static Runnable extensionAndRelease(Interleavings threads) {
        SteppedEngine engine = new SteppedEngine(threads);
        HeldLease lease = engine.hold();
        List<CompletableFuture<?>> told = new ArrayList<>();
        threads.begin();
        threads.give(
                "extends", () -> told.add(lease.extendAsync(SteppedEngine.TTL).toCompletableFuture()));
        threads.give("releases", () -> told.add(release(lease)));
        threads.give("time", () -> engine.pass(Duration.ofSeconds(1)));
        return () -> {
            assertThat(told).hasSize(2).allMatch(CompletableFuture::isDone);
            assertThat(engine.isTaken()).isFalse();
            assertThat(engine.executed()).endsWith(Verb.RELEASE).containsOnlyOnce(Verb.RELEASE);
            assertThat(lease.loss()).map(Loss::reason).contains(Loss.Reason.RELEASED);
        };
    }

    static Runnable expiryAndExtension(Interleavings threads) {
        SteppedEngine engine = new SteppedEngine(threads);
        HeldLease lease = engine.hold();
        List<Loss> told = new ArrayList<>();
        threads.begin();
        threads.give("time", () -> engine.pass(SteppedEngine.TTL));
        threads.give("extends", () -> lease.extendAsync(SteppedEngine.TTL));
        threads.give("listens", () -> lease.addListener((lost, loss) -> told.add(loss)));
        threads.give("looks", () -> looks(lease));
        return () -> {
            Optional<Loss> loss = lease.loss();
            assertThat(lease.isValid()).isNotEqualTo(loss.isPresent());
            assertThat(told).isEqualTo(loss.stream().toList());
        };
    }

    private static void looks(HeldLease lease) {
        Optional<Loss> seen = lease.loss();
        if (seen.isPresent()) {
            assertThat(lease.isValid()).as("valid though it ended").isFalse();
            assertThat(lease.remaining()).isZero();
            assertThat(lease.loss()).as("why it ended").isEqualTo(seen);
        }
    }

    static Runnable expiryAndRelease(Interleavings threads) {
        SteppedEngine engine = new SteppedEngine(threads);
        HeldLease lease = engine.hold();
        List<Loss> told = new ArrayList<>();
        lease.addListener((lost, loss) -> told.add(loss));
        threads.begin();
        threads.give("time", () -> engine.pass(SteppedEngine.TTL));
        threads.give("releases", () -> release(lease));
        return () -> {
            Loss loss = lease.loss().orElseThrow();
            assertThat(told).isEqualTo(loss.isByWill() ? List.of() : List.of(loss));
            assertThat(engine.isTaken()).isFalse();
        };
    }

    static Runnable handoverAndRelease(Interleavings threads) {
        SteppedEngine engine = new SteppedEngine(threads);
        HeldLease lease = engine.hold();
        List<CompletableFuture<String>> handover = new ArrayList<>();
        threads.begin();
        threads.give(
                "gives",
                () -> handover.add(lease.handoverAsync(SteppedEngine.TTL).toCompletableFuture()));
        threads.give("releases", () -> release(lease));
        return () -> {
            boolean given = !handover.get(0).isCompletedExceptionally();
            assertThat(engine.isTaken()).as("handed over: %s, %s", given, lease).isEqualTo(given);
        };
    }

    static Runnable twoAcquire(Interleavings threads) {
        SteppedEngine engine = new SteppedEngine(threads);
        Redlock redlock = engine.redlock();
        List<CompletableFuture<Optional<Lease>>> both = new ArrayList<>();
        threads.begin();
        for (String thread : List.of("one", "other")) {
            threads.give(
                    thread,
                    () -> both.add(
                            redlock.acquireAsync(redlock.request("orders").timeout(Duration.ZERO))));
        }
        return () -> {
            List<Lease> leases = both.stream()
                    .map(LeaseScenes::result)
                    .flatMap(Optional::stream)
                    .toList();
            assertThat(leases).hasSize(1).allMatch(Lease::isValid);
            assertThat(leases.get(0).release()).isEqualTo(Release.RELEASED);
            assertThat(engine.isTaken()).isFalse();
        };
    }

    static Runnable cancelledAcquire(Interleavings threads) {
        SteppedEngine engine = new SteppedEngine(threads);
        Redlock redlock = engine.redlock();
        List<CompletableFuture<Optional<Lease>>> acquired = new ArrayList<>();
        threads.begin();
        threads.give("acquires", () -> acquired.add(redlock.acquireAsync(redlock.request("orders"))));
        threads.give("cancels", () -> acquired.forEach(future -> future.cancel(true)));
        return () -> {
            boolean cancelled = acquired.get(0).isCancelled();
            assertThat(engine.isTaken()).as("taken, cancelled: %s", cancelled).isEqualTo(!cancelled);
        };
    }

    static Runnable queue(Interleavings threads) {
        SteppedEngine engine = new SteppedEngine(threads);
        Redlock redlock = engine.redlock();
        List<CompletableFuture<Release>> released = new ArrayList<>();
        threads.begin();
        for (String thread : List.of("one", "other")) {
            threads.give(
                    thread,
                    () -> released.add(redlock.acquireAsync(redlock.request("orders"))
                            .thenCompose(lease -> lease.orElseThrow().releaseAsync())
                            .toCompletableFuture()));
        }
        return () -> {
            assertThat(released).extracting(LeaseScenes::result).containsExactly(Release.RELEASED, Release.RELEASED);
            assertThat(engine.isTaken()).isFalse();
        };
    }

    private static CompletableFuture<Release> release(HeldLease lease) {
        CompletableFuture<Release> result = lease.giveBack();
        assertThat(lease.isValid()).as("valid after its release").isFalse();
        return result;
    }

    private static <T> T result(CompletableFuture<T> future) {
        assertThat(future).isDone();
        return future.join();
    }
}
