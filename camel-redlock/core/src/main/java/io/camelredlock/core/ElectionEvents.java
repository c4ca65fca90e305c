// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listener of one election, in order, one call at a time, on the user's threads. */
final class ElectionEvents {

    private static final Logger LOG = LoggerFactory.getLogger(ElectionEvents.class);

    private final LeaderElection election;
    private final ElectionListener listener;
    private final InOrder calls;

    private Optional<String> told = Optional.empty();

    ElectionEvents(LeaderElection election, ElectionListener listener, Cluster cluster) {
        this.election = election;
        this.listener = listener;
        this.calls = new InOrder(cluster::callBack);
    }

    void gained() {
        told = Optional.of(election.memberId());
        calls.run(() -> guarded(() -> listener.gained(election)));
    }

    void lost(Loss loss) {
        told = Optional.empty();
        calls.run(() -> guarded(() -> listener.lost(election, loss)));
    }

    /** To be called in the election's serial; told only if it differs from what was told before. */
    void leaderIs(Optional<String> leader) {
        if (!leader.equals(told)) {
            told = leader;
            calls.run(() -> guarded(() -> listener.leaderChanged(election, leader)));
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error theirs) {
            LOG.error("A listener of the election of '{}' failed", election.namespace(), theirs);
        }
    }
}
