// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What goes wrong in a proxy at present. Touched by the proxy's thread only. */
final class ProxyFaults {

    private final Map<Direction, Long> delayNanos = new EnumMap<>(Direction.class);
    private final Set<Direction> cut = EnumSet.noneOf(Direction.class);
    private int repliesToDrop;
    private int resetsBeforeReply;

    void delay(Direction direction, Duration delay) {
        delayNanos.put(direction, delay.toNanos());
    }

    void cut(Direction direction) {
        cut.add(direction);
    }

    void dropReplies(int count) {
        repliesToDrop = count;
    }

    void resetBeforeReply(int count) {
        resetsBeforeReply = count;
    }

    /** Ends everything but the delays. */
    void heal() {
        cut.clear();
        repliesToDrop = 0;
        resetsBeforeReply = 0;
    }

    long delayNanos(Direction direction) {
        return delayNanos.getOrDefault(direction, 0L);
    }

    boolean isCut(Direction direction) {
        return cut.contains(direction);
    }

    /** Whether what was just read gets lost; asked once for each read. */
    boolean loses(Direction direction) {
        return direction == Direction.REPLIES && repliesToDrop > 0 && repliesToDrop-- > 0;
    }

    /** Whether what was just read ends its connection; asked once for each read. */
    boolean resetsAt(Direction direction) {
        return direction == Direction.REPLIES && resetsBeforeReply > 0 && resetsBeforeReply-- > 0;
    }
}
