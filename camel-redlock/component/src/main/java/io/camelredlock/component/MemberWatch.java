// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Membership;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stands for a cluster service among the members of the cluster, and says who comes and goes. Safe for use by several threads. */
final class MemberWatch {

    /** Somebody joined or left. */
    record Change(RedlockClusterEvent.Kind kind, String member) {}

    private final Consumer<Change> changed;
    private final Runnable look = this::look;
    private volatile @Nullable Membership membership;
    private Set<String> told = Set.of();

    /** {@code changed} is called for one change at a time, when {@link #members} knows it already. */
    MemberWatch(Consumer<Change> changed) {
        this.changed = changed;
    }

    /** Stands from now on, in this cluster. */
    synchronized void begin(Membership of) {
        if (membership == null) {
            membership = of;
            told = Set.of();
            of.join();
            of.watch(look);
        }
    }

    /** Stands no more. */
    synchronized void end() {
        Membership left = membership;
        membership = null;
        if (left != null) {
            left.unwatch(look);
            left.leave();
        }
    }

    /** Who stands, as far as is known; nobody while this service does not. A local read. */
    Set<String> members() {
        Membership present = membership;
        return present == null ? Set.of() : present.members();
    }

    private synchronized void look() {
        if (membership == null) {
            return;
        }
        Set<String> before = told;
        Set<String> now = members();
        told = now;
        before.stream().filter(id -> !now.contains(id)).forEach(id -> tell(RedlockClusterEvent.Kind.MEMBER_LEFT, id));
        now.stream().filter(id -> !before.contains(id)).forEach(id -> tell(RedlockClusterEvent.Kind.MEMBER_JOINED, id));
    }

    private void tell(RedlockClusterEvent.Kind kind, String member) {
        changed.accept(new Change(kind, member));
    }
}
