// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;
import java.util.stream.Collectors;

/** Too few nodes answered to know. Says of every node what it answered, or that it did not. */
public final class QuorumUnreachableException extends RedlockException {

    private static final long serialVersionUID = 1L;

    private final transient List<Vote> votes;

    QuorumUnreachableException(String what, int quorum, List<Vote> votes) {
        super(what + ": needs " + quorum + " of " + votes.size() + " nodes; "
                + votes.stream().map(Vote::toString).collect(Collectors.joining("; ")));
        this.votes = List.copyOf(votes);
    }

    /** The answer of every node, in the configured order. */
    public List<Vote> votes() {
        return votes;
    }
}
