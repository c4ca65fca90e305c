// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A namespace as it is known here.
 *
 * @param local this member
 * @param leads whether this member leads
 * @param leader the leader, if one is known
 * @param fencingToken of this member's leadership
 */
record NamespaceState(String local, boolean leads, Optional<String> leader, OptionalLong fencingToken) {

    /** What a consumer is told. */
    record Change(RedlockEvent event, Optional<String> member) {}

    /** Before anything is known. */
    static NamespaceState unknown(String local) {
        return new NamespaceState(local, false, Optional.empty(), OptionalLong.empty());
    }

    /** All there is to tell to somebody who knows nothing. */
    List<Change> all() {
        List<Change> all = new ArrayList<>();
        all.add(new Change(RedlockEvent.memberJoined, Optional.of(local)));
        all.addAll(unknown(local).changesTo(this));
        return all;
    }

    /** What to tell, in order: the end of something before the beginning of something else. */
    List<Change> changesTo(NamespaceState next) {
        return Stream.of(
                        when(leads && !isSameTerm(next), RedlockEvent.lost, Optional.of(local)),
                        when(!leader.equals(next.leader), RedlockEvent.leaderChanged, next.leader),
                        when(next.leads && !isSameTerm(next), RedlockEvent.gained, Optional.of(local)),
                        when(isGone(other(), next), RedlockEvent.memberLeft, other()),
                        when(isGone(next.other(), this), RedlockEvent.memberJoined, next.other()))
                .flatMap(Optional::stream)
                .toList();
    }

    private boolean isSameTerm(NamespaceState next) {
        return leads == next.leads && fencingToken.equals(next.fencingToken);
    }

    private static Optional<Change> when(boolean happened, RedlockEvent event, Optional<String> member) {
        return happened ? Optional.of(new Change(event, member)) : Optional.empty();
    }

    /** The member that is seen besides the local one. */
    private Optional<String> other() {
        return leader.filter(id -> !id.equals(local));
    }

    private static boolean isGone(Optional<String> member, NamespaceState elsewhere) {
        return member.isPresent() && !member.equals(elsewhere.other());
    }
}
