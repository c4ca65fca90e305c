// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.List;

/**
 * Asks every process after every event whether it believes to hold, and says when two do at once or a fencing token is out of
 * order. Of the engine it uses only what it tells its user.
 */
final class Referee {

    private final VirtualTime time;
    private final Figures figures;
    private final List<Lease> holds = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final boolean judgesTokens;
    private long highest;

    /** Whether fencing tokens are judged: counters that were lost are replaced by clocks, which must then be right. */
    Referee(VirtualTime time, Figures figures, boolean judgesTokens) {
        this.time = time;
        this.figures = figures;
        this.judgesTokens = judgesTokens;
    }

    /**
     * A process was granted the lock, or adopted it. Who adopts is the next holder like any other. A token is judged only if its
     * lease is still valid: a dead grant may be late.
     */
    void granted(Lease lease) {
        if (!lease.isValid()) {
            return;
        }
        figures.count(Figures.Figure.TERMS);
        long token = lease.fencingToken();
        if (judgesTokens && token <= highest) {
            violations.add(time.nanos() + ": token " + token + " after " + highest);
        }
        highest = Math.max(highest, token);
        holds.add(lease);
        look();
    }

    /** A process that does not run holds as long as its own clock says: it would find the lease valid if it woke now. */
    void look() {
        for (int i = holds.size() - 1; i >= 0; i--) {
            if (!holds.get(i).isValid()) {
                holds.remove(i);
            }
        }
        if (holds.size() > 1) {
            violations.add(time.nanos() + ": " + holds.size() + " hold at once");
        }
    }

    List<String> violations() {
        return violations;
    }
}
