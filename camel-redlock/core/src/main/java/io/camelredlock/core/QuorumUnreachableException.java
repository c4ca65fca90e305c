// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;
import java.util.stream.Collectors;

/** Too few nodes answered to know. Says of every node what it answered, or that it did not. */
public final class QuorumUnreachableException extends RedlockException {

    private static final long serialVersionUID = 1L;

    private final transient List<Vote> votes;

    /** With the votes of so many nodes, as far as they were waited for. */
    QuorumUnreachableException(String what, int nodes, List<Vote> votes) {
        super(what + ": needs " + (nodes / 2 + 1) + " of " + nodes + " nodes; "
                + votes.stream().map(Vote::toString).collect(Collectors.joining("; "))
                + (votes.size() < nodes ? "; no other could have changed it" : ""));
        this.votes = List.copyOf(votes);
    }

    /** The answers, in the configured order of the nodes; without those that could not have changed the outcome. */
    public List<Vote> votes() {
        return votes;
    }
}
