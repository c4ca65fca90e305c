// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A namespace as it is known here.
 *
 * @param local this member
 * @param leads whether this member leads
 * @param leader the leader, if one is known
 * @param fencingToken of this member's leadership
 * @param others the members besides the local one
 */
record NamespaceState(
        String local, boolean leads, Optional<String> leader, OptionalLong fencingToken, Set<String> others) {

    /** What a consumer is told. */
    record Change(RedlockEvent event, Optional<String> member) {}

    /** Before anything is known. */
    static NamespaceState unknown(String local) {
        return new NamespaceState(local, false, Optional.empty(), OptionalLong.empty(), Set.of());
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
                        missing(next.others, others, RedlockEvent.memberLeft),
                        missing(others, next.others, RedlockEvent.memberJoined))
                .flatMap(changes -> changes)
                .toList();
    }

    private boolean isSameTerm(NamespaceState next) {
        return leads == next.leads && fencingToken.equals(next.fencingToken);
    }

    private static Stream<Change> when(boolean happened, RedlockEvent event, Optional<String> member) {
        return happened ? Stream.of(new Change(event, member)) : Stream.empty();
    }

    private static Stream<Change> missing(Set<String> here, Set<String> there, RedlockEvent event) {
        return there.stream()
                .filter(member -> !here.contains(member))
                .sorted()
                .map(member -> new Change(event, Optional.of(member)));
    }
}
