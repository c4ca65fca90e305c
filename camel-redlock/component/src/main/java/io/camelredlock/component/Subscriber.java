// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.cluster.CamelClusterEventListener;
import org.apache.camel.cluster.CamelClusterMember;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener of a view, and what it was told last. It is told what is, not what was: one call at a time, in order, of the
 * state at the time of the call, so that a slow listener skips what has passed and holds up nobody but itself.
 */
final class Subscriber {

    private static final Logger LOG = LoggerFactory.getLogger(Subscriber.class);

    private final RedlockClusterView view;
    private final CamelClusterEventListener listener;
    private final AtomicInteger signals = new AtomicInteger();

    private volatile boolean removed;
    private @Nullable Present told;
    private Map<String, CamelClusterMember> toldMembers = Map.of();

    Subscriber(RedlockClusterView view, CamelClusterEventListener listener) {
        this.view = view;
        this.listener = listener;
    }

    boolean is(CamelClusterEventListener other) {
        return listener == other;
    }

    /** No call begins after this; one under way is not waited for, as it may wait for the caller. */
    void remove() {
        removed = true;
    }

    /** Whether it has been told everything there was to tell, and has returned. */
    boolean isSettled() {
        return signals.get() == 0;
    }

    void signal(Executor executor) {
        if (signals.getAndIncrement() == 0) {
            executor.execute(() -> catchUp(1));
        }
    }

    /** Makes it known and tells it, on the caller's thread; for a subscriber nobody knows yet. */
    void tellAtOnce(Runnable makeKnown) {
        signals.incrementAndGet();
        makeKnown.run();
        catchUp(1);
    }

    private void catchUp(int seen) {
        int missed = seen;
        while (missed > 0) {
            tell();
            missed = signals.addAndGet(-missed);
        }
    }

    private void tell() {
        Present present = view.present();
        if (removed || view.isSilent()) {
            return;
        }
        if (listener instanceof CamelClusterEventListener.Leadership leadership && !present.equals(told)) {
            told = present;
            guarded(() -> leadership.leadershipChanged(view, view.getLeader().orElse(null)));
        }
        if (listener instanceof CamelClusterEventListener.Membership membership) {
            tellMembers(membership);
        }
    }

    private void tellMembers(CamelClusterEventListener.Membership membership) {
        Map<String, CamelClusterMember> before = toldMembers;
        Map<String, CamelClusterMember> now = new LinkedHashMap<>(); // in the order of the view, the local member first
        view.getMembers().forEach(member -> now.put(member.getId(), member));
        toldMembers = now;
        before.forEach((id, member) -> {
            if (!now.containsKey(id)) {
                guarded(() -> membership.memberRemoved(view, member));
            }
        });
        now.forEach((id, member) -> {
            if (!before.containsKey(id)) {
                guarded(() -> membership.memberAdded(view, member));
            }
        });
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error theirs) {
            LOG.warn(
                    "A listener of namespace '{}' failed; the others are told nevertheless",
                    view.getNamespace(),
                    theirs);
        }
    }

    /** What a listener can tell apart; {@code repeats} makes the same state worth telling again. */
    record Present(boolean leads, String leader, long fencingToken, int repeats) {}
}
