// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.BitSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How long to wait before the next attempt, from what the votes of the last one say. Pure but for the dice.
 *
 * <p>Held by somebody with a quorum: until their grant can expire on a quorum of nodes. Split between contenders: a short
 * random time, which doubles, as nobody holds. Unknowable: the configured delay. What the dice add keeps contenders that
 * wake at the same moment from splitting the votes again; it is measured against how long an attempt takes here.
 */
final class RetryPlan {

    private static final long MILLI = 1_000_000;
    private static final long LEAST_JITTER = 4 * MILLI;
    private static final long NEVER = Quorum.NEVER;

    private final Cluster cluster;
    private int splits;

    RetryPlan(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * The pause in nanoseconds.
     *
     * @param woken whether a release would be told, so that waiting for the expiry misses nothing
     */
    long pauseAfter(AttemptResult last, boolean woken) {
        if (last.isUnknowable(cluster)) {
            return retryPause();
        }
        if (!isHeldByOne(last.votes())) {
            long window = jitterWindow(last.elapsedNanos()) << Math.min(splits++, 10);
            return 1 + cluster.randomNanos(Math.min(window, longestPause()));
        }
        splits = 0;
        long free = nanosUntilFree(last.votes());
        if (free == NEVER || !woken) {
            return Math.min(free, retryPause());
        }
        return free + cluster.randomNanos(jitterWindow(last.elapsedNanos()));
    }

    /** The pause after a wake-up: just long enough for those woken together to come one after the other. */
    long pauseAfterWakeUp(long attemptNanos) {
        return cluster.randomNanos(jitterWindow(attemptNanos));
    }

    private long retryPause() {
        return cluster.options().retryDelay().toNanos()
                + cluster.randomNanos(cluster.options().retryJitter().toNanos());
    }

    private long longestPause() {
        return cluster.options()
                .retryDelay()
                .plus(cluster.options().retryJitter())
                .toNanos();
    }

    private long jitterWindow(long attemptNanos) {
        return Math.min(Math.max(LEAST_JITTER, 2 * attemptNanos), longestPause());
    }

    private boolean isHeldByOne(Votes votes) {
        return named(votes, nodes -> cluster.quorum().isReachedBy(nodes)) != null;
    }

    /**
     * The member that votes name as holder, or null. While the list of nodes changes, members that know only one list hold by a
     * quorum of that.
     */
    static @Nullable String holder(Votes votes, Quorum quorum) {
        return named(votes, quorum::isReachedInOneListBy);
    }

    private static @Nullable String named(Votes votes, Predicate<BitSet> enough) {
        for (Vote vote : votes.list()) {
            if (enough.test(namedBy(votes, vote.answer().holder()))) {
                return vote.answer().holder();
            }
        }
        return null;
    }

    private static BitSet namedBy(Votes votes, String holder) {
        BitSet nodes = new BitSet();
        votes.each(Vote.Kind.HELD, node -> nodes.set(node, holder.equals(holderAt(votes, node))));
        return nodes;
    }

    private static String holderAt(Votes votes, int node) {
        Vote vote = votes.of(node);
        return vote == null ? "" : vote.answer().holder();
    }

    /** When, at the earliest, the grants on a quorum of nodes can have expired. */
    private long nanosUntilFree(Votes votes) {
        return cluster.quorum()
                .earliest(IntStream.range(0, cluster.size())
                        .mapToLong(node -> nanosUntilFree(votes.of(node)))
                        .toArray());
    }

    private static long nanosUntilFree(@Nullable Vote vote) {
        if (vote == null) {
            return NEVER;
        }
        return switch (vote.kind()) {
            case GRANTED -> 0;
            case HELD ->
                vote.answer().remainingMillis() < 0 ? NEVER : (vote.answer().remainingMillis() + 2) * MILLI;
            default -> NEVER;
        };
    }
}
