// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes a quorum stand at the same fencing tokens (S-F2, S-F3): counted nodes with lower counters are raised, and count only
 * if they then stand exactly at the highest.
 */
final class Raising implements Round.Course {

    private final Cluster cluster;
    private final Fence fence;
    private final Consumer<Boolean> whenDone;

    private Raising(Cluster cluster, Fence fence, Consumer<Boolean> whenDone) {
        this.cluster = cluster;
        this.fence = fence;
        this.whenDone = whenDone;
    }

    /**
     * Says whether a quorum agrees on the tokens; at once if it does already.
     *
     * @param extend the command that raises a node to the tokens; null for nodes that were not counted
     */
    static void begin(
            Cluster cluster,
            Serial serial,
            Fence fence,
            IntFunction<@Nullable Command> extend,
            Consumer<Boolean> whenDone) {
        if (cluster.quorum().isReachedBy(fence.settled())) {
            whenDone.accept(true);
            return;
        }
        Round.begin(
                cluster,
                serial,
                cluster.options().nodeTimeout(),
                node -> fence.settled().get(node) ? null : extend.apply(node),
                new Raising(cluster, fence, whenDone));
    }

    @Override
    public boolean isDecided(Votes now) {
        BitSet agreed = agreed(now);
        return cluster.quorum().isReachedBy(agreed) || !cluster.quorum().isReachedBy(agreed, now.outstanding());
    }

    @Override
    public void decided(Votes now) {
        whenDone.accept(cluster.quorum().isReachedBy(agreed(now)));
    }

    private BitSet agreed(Votes now) {
        BitSet agreed = (BitSet) fence.settled().clone();
        now.granted().stream()
                .filter(node -> Fence.fences(now, node).equals(fence.tokens()))
                .forEach(agreed::set);
        return agreed;
    }
}
