// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which grants of an attempt count, and how long it must wait before it begins (S-A2, S-T5). Pure.
 *
 * <p>Grants are given by node: what each is worth, null where there is none.
 *
 * @param takeover the evidence that is asked for
 * @param quorum which grants are enough
 * @param waitNanos the longest time somebody may still hold
 */
record TakeoverRule(Takeover takeover, Quorum quorum, long waitNanos) {

    /** Whether so many grants are in that no other could spare the wait, or none is needed. */
    boolean isDecided(@Nullable Cleanness[] grants, BitSet outstanding) {
        BitSet evident = evident(grants);
        return quorum.isReachedBy(evident)
                || quorum.isReachedBy(all(grants)) && !quorum.isReachedBy(evident, outstanding);
    }

    /** The grants that count: only those that spare the wait if they are enough, else all. */
    BitSet counted(@Nullable Cleanness[] grants) {
        BitSet evident = evident(grants);
        return quorum.isReachedBy(evident) ? evident : all(grants);
    }

    /** Whether the wait could be shorter if grants that came too slowly to tell were looked at again. */
    boolean wantsSecondLook(@Nullable Cleanness[] grants) {
        if (takeover != Takeover.GUARDED || quorum.isReachedBy(evident(grants))) {
            return false;
        }
        BitSet blurred = matching(grants, grant -> grant.kind() == Cleanness.Kind.BLURRED);
        BitSet hopeful = matching(grants, grant -> grant.kind() != Cleanness.Kind.UNCLEAN);
        return !blurred.isEmpty() && quorum.isReachedBy(hopeful);
    }

    /** When the wait ends that the counted grants ask for, the last of which had come at this time; empty: no wait. */
    OptionalLong waitEnd(@Nullable Cleanness[] grants, long lastGrantNanos) {
        if (quorum.isReachedBy(evident(grants))) {
            return OptionalLong.empty();
        }
        long end = lastGrantNanos + waitNanos;
        return OptionalLong.of(
                takeover == Takeover.STRICT ? end : Validity.earlier(end, outgrown(grants, lastGrantNanos, end)));
    }

    /** When a quorum of the grants has become evident by mere age; {@code never} if that will not be. */
    private long outgrown(@Nullable Cleanness[] grants, long nowNanos, long never) {
        long fromNow = quorum.earliest(Arrays.stream(grants)
                .mapToLong(grant -> grant == null ? Quorum.NEVER : evidentFromNow(grant, nowNanos))
                .toArray());
        return fromNow == Quorum.NEVER ? never : nowNanos + Math.max(0, fromNow);
    }

    private static long evidentFromNow(Cleanness grant, long nowNanos) {
        return switch (grant.kind()) {
            case CLEAN -> 0;
            case YOUNG -> grant.outgrownNanos() - nowNanos;
            case BLURRED, UNCLEAN -> Quorum.NEVER;
        };
    }

    private BitSet evident(@Nullable Cleanness[] grants) {
        return switch (takeover) {
            case CLASSIC -> all(grants);
            case STRICT -> new BitSet();
            case GUARDED -> matching(grants, grant -> grant.kind() == Cleanness.Kind.CLEAN);
        };
    }

    private static BitSet all(@Nullable Cleanness[] grants) {
        return matching(grants, grant -> true);
    }

    private static BitSet matching(@Nullable Cleanness[] grants, Predicate<Cleanness> wanted) {
        BitSet nodes = new BitSet();
        for (int node = 0; node < grants.length; node++) {
            Cleanness grant = grants[node];
            if (grant != null && wanted.test(grant)) {
                nodes.set(node);
            }
        }
        return nodes;
    }
}
