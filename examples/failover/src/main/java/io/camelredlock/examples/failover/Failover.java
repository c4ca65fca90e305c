// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.time.Duration;

/**
 * The leadership moved from one member to another.
 *
 * @param gap from the cause to the next gain; what belongs to which cause is said at {@link Cause}
 * @param limit what the gap may be at most
 */
record Failover(Cause cause, String from, String to, Span gap, Duration limit) {

    boolean isInTime() {
        return gap.nanos() <= limit.toNanos();
    }

    @Override
    public String toString() {
        return to + " took over from " + from + ", which was " + cause.word() + ", after " + Span.text(gap.nanos())
                + " (at most " + Span.text(limit.toNanos()) + ")";
    }
}
