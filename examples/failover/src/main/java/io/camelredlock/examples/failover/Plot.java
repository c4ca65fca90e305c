// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.examples.failover.Svg.Box;
import java.util.Optional;

/**
 * Where a window of time lies on the page.
 *
 * @param window what is shown
 * @param left where it begins
 * @param width how wide it is
 */
record Plot(Span window, double left, double width) {

    private static final long SECOND = 1_000_000_000L;
    private static final long[] STEPS = {
        SECOND / 10, SECOND / 4, SECOND / 2, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND
    };
    private static final double LEAST_STEP_WIDTH = 56;

    double x(long nanos) {
        return left + width * (nanos - window.from()) / window.nanos();
    }

    double right() {
        return left + width;
    }

    /** Where a span lies, cut to the window; empty if it lies outside. */
    Optional<Box> box(Span span, double y, double height) {
        return span.within(window).map(seen -> new Box(x(seen.from()), y, x(seen.to()) - x(seen.from()), height));
    }

    /** The distance of the marks on the time axis: the smallest that leaves room for their labels. */
    long step() {
        for (long step : STEPS) {
            if (width * step / window.nanos() >= LEAST_STEP_WIDTH) {
                return step;
            }
        }
        return 10 * SECOND;
    }

    /** The first mark of the axis inside the window. */
    long firstMark() {
        return -Math.floorDiv(-window.from(), step()) * step();
    }
}
