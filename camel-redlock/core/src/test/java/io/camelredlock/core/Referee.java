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
    private long highest;
    private int grants;

    Referee(VirtualTime time) {
        this.time = time;
    }

    /** A process was granted the lock. A token is judged only if its lease is still valid: a dead grant may be late. */
    void granted(Lease lease, ClientClock process) {
        grants++;
        Hold hold = new Hold(lease, process, lease.fencingToken());
        if (lease.isValid() && hold.token() <= highest) {
            violations.add(time.nanos() + ": token " + hold.token() + " after " + highest);
        }
        highest = Math.max(highest, hold.token());
        holds.add(hold);
        look();
    }

    /** A process that does not run holds as long as its own clock says: it would find the lease valid if it woke now. */
    void look() {
        holds.removeIf(hold -> !hold.lease().isValid());
        if (holds.size() > 1) {
            violations.add(time.nanos() + ": " + holds.size() + " hold at once");
        }
    }

    int grants() {
        return grants;
    }

    List<String> violations() {
        return violations;
    }
}
