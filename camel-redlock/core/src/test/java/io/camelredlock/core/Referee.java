// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.List;

/** Sees what every process believes to hold, and says when two hold at once or a fencing token is out of order. */
final class Referee {

    private record Hold(Lease lease, ClientClock process, long token) {}

    private final VirtualTime time;
    private final List<Hold> holds = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final boolean judgesTokens;
    private long highest;
    private int terms;
    private long lateVotes;

    /** Whether fencing tokens are judged: counters that were lost are replaced by clocks, which must then be right. */
    Referee(VirtualTime time, boolean judgesTokens) {
        this.time = time;
        this.judgesTokens = judgesTokens;
    }

    /** A process was granted the lock. A token is judged only if its lease is still valid: a dead grant may be late. */
    void granted(Lease lease, ClientClock process) {
        Hold hold = new Hold(lease, process, lease.fencingToken());
        if (!lease.isValid()) {
            return;
        }
        terms++;
        if (judgesTokens && hold.token() <= highest) {
            violations.add(time.nanos() + ": token " + hold.token() + " after " + highest);
        }
        highest = Math.max(highest, hold.token());
        holds.add(hold);
        look();
    }

    /** A process that does not run holds as long as its own clock says: it would find the lease valid if it woke now. */
    void look() {
        if (holds.isEmpty()) {
            return;
        }
        holds.removeIf(hold -> !hold.lease().isValid());
        if (holds.size() > 1) {
            violations.add(time.nanos() + ": " + holds.size() + " hold at once");
        }
    }

    /** So many nodes had not answered yet when the lock was granted. */
    void lateVotes(long nodes) {
        lateVotes += nodes;
    }

    int terms() {
        return terms;
    }

    long lateVotes() {
        return lateVotes;
    }

    List<String> violations() {
        return violations;
    }
}
