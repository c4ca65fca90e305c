// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;

/**
 * What {@link Redlock#forceRelease} removed. Immutable.
 *
 * @param members whose grants were removed, sorted, as far as they had left a name; empty if there was none
 * @param votes what each node did, in the configured order: granted if it removed a grant, lost if there was none
 */
public record ForcedRelease(List<String> members, List<Vote> votes) {

    public ForcedRelease {
        members = List.copyOf(members);
        votes = List.copyOf(votes);
    }

    static ForcedRelease of(Votes votes) {
        List<String> members = votes.list().stream()
                .filter(vote -> vote.kind() == Vote.Kind.GRANTED)
                .map(vote -> vote.answer().holder())
                .filter(member -> !member.isEmpty())
                .distinct()
                .sorted()
                .toList();
        return new ForcedRelease(members, votes.list());
    }

    /** Whether any node removed a grant. */
    public boolean wasHeld() {
        return votes.stream().anyMatch(vote -> vote.kind() == Vote.Kind.GRANTED);
    }
}
