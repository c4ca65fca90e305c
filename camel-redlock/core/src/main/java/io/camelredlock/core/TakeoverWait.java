// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a new holder for as long as an earlier one may still hold (S-T5): the keys are kept, extended, and nobody is told
 * of the lease, until the wait is over and a round that began after it minted the fencing tokens that count (S-F6). Confined
 * to the {@link Serial} of its lease.
 */
final class TakeoverWait {

    private final Cluster cluster;
    private final HeldLease lease;
    private final Lineage lineage;
    private final long endNanos;
    private final Consumer<Boolean> whenOver;

    private boolean over;
    private Scheduler.@Nullable Timer timer;

    /** {@code whenOver} is told once whether the lease is held; if not, all of it has been given back. */
    TakeoverWait(Cluster cluster, HeldLease lease, Lineage lineage, long endNanos, Consumer<Boolean> whenOver) {
        this.cluster = cluster;
        this.lease = lease;
        this.lineage = lineage;
        this.endNanos = endNanos;
        this.whenOver = whenOver;
    }

    void begin() {
        lease.serial().run(() -> {
            lease.onEnd(() -> lease.serial().run(this::fail));
            lease.keep();
            awaitEnd();
        });
    }

    /** Ends it early: nothing is held. */
    void giveUp() {
        lease.serial().run(this::fail);
    }

    private void awaitEnd() {
        schedule(endNanos - cluster.nowNotAhead(), this::mint);
    }

    private void schedule(long delayNanos, Runnable step) {
        if (!over) {
            timer = cluster.afterNanos(delayNanos, () -> lease.serial().run(step));
        }
    }

    private void mint() {
        if (over) {
            return;
        }
        if (endNanos - cluster.nowNotAhead() > 0) {
            awaitEnd(); // the timer was early
            return;
        }
        lease.mint().whenComplete((minted, failure) -> {
            if (failure == null) {
                settle(minted);
            } else {
                tryAgain();
            }
        });
    }

    private void settle(ExtensionRound.Result minted) {
        if (over) {
            return;
        }
        Fence fence = Fence.of(minted.votes(), minted.agreed());
        Raising.begin(
                cluster,
                lease.serial(),
                fence,
                node -> minted.agreed().get(node) ? raise(node, fence) : null,
                agreed -> {
                    if (agreed) {
                        hold(fence);
                    } else {
                        tryAgain();
                    }
                });
    }

    private Command raise(int node, Fence fence) {
        String member = cluster.options().memberId();
        return lease.request().command(Verb.EXTEND, lineage.token(node), lease.leftOnNodes(), fence.tokens(), member);
    }

    private void hold(Fence fence) {
        lease.noticeExpiry();
        if (!over && lease.ended() == null) {
            over = true;
            lease.hold(fence.tokens());
            whenOver.accept(true);
        }
    }

    private void tryAgain() {
        long pause = cluster.options().nodeTimeout().toNanos() / 4;
        schedule(pause + cluster.randomNanos(pause), this::mint);
    }

    private void fail() {
        if (over) {
            return;
        }
        over = true;
        if (timer != null) {
            timer.cancel();
        }
        CompletableFuture<Release> gone = lease.giveBack();
        gone.whenComplete((release, unreachable) -> whenOver.accept(false));
    }
}
