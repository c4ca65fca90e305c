// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Which server each configured node turned out to be. A server that goes by two addresses votes once: by the one that
 * stands first in the list, whichever connected first (S-N2). Shared by the nodes of one engine, safe for use by several
 * threads.
 */
final class ServerIdentities {

    private final List<NodeAddress> addresses;
    private final AtomicReferenceArray<String> runIds;
    private final AtomicReferenceArray<Optional<Answer>> refusals;

    ServerIdentities(List<NodeAddress> addresses) {
        this.addresses = List.copyOf(addresses);
        this.runIds = new AtomicReferenceArray<>(addresses.size());
        this.refusals = new AtomicReferenceArray<>(addresses.size());
        for (int index = 0; index < addresses.size(); index++) {
            runIds.set(index, "");
            refusals.set(index, Optional.empty());
        }
    }

    /** The node with that index speaks to the server with that run id; empty if it is not connected or cannot know. */
    synchronized void claim(int index, String runId) {
        runIds.set(index, runId);
        for (int each = 0; each < addresses.size(); each++) {
            refusals.set(each, refusal(each));
        }
    }

    /** Why the node with that index does not vote, if its server is another node's already. Cheap. */
    Optional<Answer> refused(int index) {
        return refusals.get(index);
    }

    private Optional<Answer> refusal(int index) {
        String runId = runIds.get(index);
        for (int earlier = 0; earlier < index && !runId.isEmpty(); earlier++) {
            if (runIds.get(earlier).equals(runId)) {
                return Optional.of(Answer.ineligible("it is the same server as node " + addresses.get(earlier)
                        + ", which stands before it in nodes; each server votes once"));
            }
        }
        return Optional.empty();
    }
}
