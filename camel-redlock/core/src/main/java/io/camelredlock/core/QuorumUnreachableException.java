// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;
import java.util.stream.Collectors;

/** Too few nodes answered to know. Says of every node what it answered, or that it did not. */
public final class QuorumUnreachableException extends RedlockException {

    private static final long serialVersionUID = 1L;

    private final transient List<Vote> votes;

    /** With the votes, as far as they were waited for. */
    QuorumUnreachableException(String what, Quorum quorum, List<Vote> votes) {
        this(what, quorum, votes, "");
    }

    /** The same, with what else must be known to understand the votes. */
    QuorumUnreachableException(String what, Quorum quorum, List<Vote> votes, String note) {
        super(what + ": needs " + quorum + "; "
                + votes.stream().map(Vote::toString).collect(Collectors.joining("; "))
                + (votes.size() < quorum.nodes() ? "; no other could have changed it" : "")
                + note);
        this.votes = List.copyOf(votes);
    }

    /** The answers, in the configured order of the nodes; without those that could not have changed the outcome. */
    public List<Vote> votes() {
        return votes;
    }
}
