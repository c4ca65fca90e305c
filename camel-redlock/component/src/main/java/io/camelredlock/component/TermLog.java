// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Loss;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What became of the leadership of one view: passes on to its listeners that something changed, and keeps for people what they
 * may ask later. Safe for use by several threads.
 */
final class TermLog implements ElectionListener {

    private static final String IN_ORDER = "given up in order";

    private final RedlockClusterView view;
    private final Subscribers subscribers;
    private final AtomicBoolean leads = new AtomicBoolean();
    private final AtomicInteger transitions = new AtomicInteger();
    private volatile String lastLoss = "";

    TermLog(RedlockClusterView view, Subscribers subscribers) {
        this.view = view;
        this.subscribers = subscribers;
    }

    int transitions() {
        return transitions.get();
    }

    /** Why it was lost last; empty if it never was. */
    String lastLoss() {
        return lastLoss;
    }

    @Override
    public void gained(LeaderElection which) {
        subscribers.changed();
        if (view.isLeading() && leads.compareAndSet(false, true)) {
            transitions.incrementAndGet();
            tell(RedlockClusterEvent.Kind.GAINED, "");
        }
    }

    @Override
    public void lost(LeaderElection which, Loss loss) {
        subscribers.lost();
        ended(loss.toString());
    }

    @Override
    public void leaderChanged(LeaderElection which, Optional<String> leader) {
        subscribers.changed();
        tell(RedlockClusterEvent.Kind.LEADER_CHANGED, "");
    }

    /** The view gave it up, if it had it, which the election does not tell. */
    void left() {
        ended(IN_ORDER);
    }

    private void ended(String why) {
        if (leads.compareAndSet(true, false)) {
            transitions.incrementAndGet();
            lastLoss = why;
            tell(RedlockClusterEvent.Kind.LOST, why);
        }
    }

    private void tell(RedlockClusterEvent.Kind kind, String detail) {
        RedlockClusterService service = view.service();
        service.tell(new RedlockClusterEvent(service, kind, view.report(), detail));
    }
}
