// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.function.LongSupplier;

/**
 * What this process has seen of one node's memory and clock, and what that makes of a grant (S-T2 to S-T4). Safe for use by
 * several threads.
 */
final class NodeWatch {

    /** Clocks of nodes are read in milliseconds and trusted a little less than ours when they tell an age. */
    private static final long AGE_ALLOWANCE_MILLIS = 2_000;

    private final long windowNanos;
    private final long longestMillis;
    private final ClockGuard guard;

    private Evidence last = Evidence.NONE;
    private Incarnation known = Incarnation.UNKNOWN;
    private long sinceNanos;
    private boolean old;
    private boolean vanished;
    private long vanishedNanos;
    private boolean stepped;
    private long steppedNanos;

    NodeWatch(RedlockOptions options) {
        this.windowNanos = options.longestHold().toNanos();
        this.longestMillis = options.longestMaxTtl().toMillis();
        this.guard = new ClockGuard(
                windowNanos,
                options.slowestLook().toNanos(),
                options.shortestMaxTtl().dividedBy(2).toNanos());
    }

    /**
     * Takes into account what a reply shows; {@code now} tells the time it is seen at, not before its arrival, and is not asked
     * for it while all is well: that clock is slow to read.
     *
     * @return whether the node's clock is known to have stayed with ours
     */
    synchronized boolean observe(Evidence shown, LongSupplier now) {
        last = shown;
        if (shown.incarnation().isKnown()) {
            remember(shown, now);
        }
        if (shown.vanished()) {
            vanished = true;
            vanishedNanos = now.getAsLong();
        }
        boolean isTogether = guard.observe(shown.clock());
        if (!isTogether) {
            stepped = true;
            steppedNanos = now.getAsLong();
        }
        return isTogether;
    }

    private void remember(Evidence shown, LongSupplier now) {
        Incarnation incarnation = shown.incarnation();
        if (!known.isContinuedBy(incarnation)) {
            sinceNanos = now.getAsLong();
            long ageMillis = incarnation.isMarked() ? shown.clock().nodeMillis() - incarnation.markedMillis() : 0;
            old = ageMillis > longestMillis + AGE_ALLOWANCE_MILLIS;
        }
        known = incarnation;
    }

    /** What a grant is worth that came with this evidence, which has been {@link #observe}d. */
    synchronized Cleanness judge(Evidence shown) {
        long atNanos = shown.clock().sentNanos(); // the grant is no older
        if (!shown.neverClean().isEmpty()) {
            return Cleanness.unclean(shown.neverClean());
        }
        if (!shown.incarnation().isMarked()) {
            return Cleanness.unclean("its memory bears no valid mark yet");
        }
        if (!shown.incarnation().equals(known)) {
            return Cleanness.unclean("it has lost its memory since");
        }
        if (shown.vanished() || vanished && isWithinWindow(vanishedNanos, atNanos)) {
            return Cleanness.unclean("a key vanished there before its time");
        }
        if (stepped && isWithinWindow(steppedNanos, atNanos)) {
            return Cleanness.unclean("its clock stepped, or was out of sight");
        }
        if (!guard.isUsable(shown.clock())) {
            return Cleanness.blurred("its answer took too long to tell whether its clock is right");
        }
        return old || !isWithinWindow(sinceNanos, atNanos)
                ? Cleanness.CLEAN
                : Cleanness.young(sinceNanos + windowNanos, "its memory is not known for long enough");
    }

    /** What the next grant will be worth, as far as the last reply tells. */
    synchronized Cleanness foresee() {
        return judge(new Evidence(last.incarnation(), last.clock(), false, last.neverClean()));
    }

    /** How long what has been seen goes on speaking against grants. */
    synchronized long doubtfulForNanos(long nowNanos) {
        long young = old ? 0 : sinceNanos + windowNanos - nowNanos;
        long gone = vanished ? vanishedNanos + windowNanos - nowNanos : 0;
        long moved = stepped ? steppedNanos + windowNanos - nowNanos : 0;
        return Math.max(Math.max(young, gone), Math.max(moved, 0));
    }

    private boolean isWithinWindow(long thenNanos, long atNanos) {
        return atNanos - (thenNanos + windowNanos) < 0;
    }
}
