// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.EnumSet;
import java.util.Set;

/**
 * A holder hands its lease over as a string that two adopters have, while somebody else tries to acquire (S-O): keys vanish at
 * any time from any number of nodes, unseen, and the string may be used at any time, however late.
 */
final class HandoverModel extends LeaseModel {

    /** Ways to get it wrong. */
    enum Mutant {
        GIVER_GOES_ON,
        ADOPTED_WITHOUT_COMPARING,
        ADOPTED_WHERE_THE_KEY_IS_GONE,
        HALF_OF_THE_NODES_ARE_ENOUGH
    }

    private static final int GIVER = 0;
    private static final int TAKER = 1;

    private final Set<Mutant> mutants = EnumSet.noneOf(Mutant.class);
    private final int given;

    /** The first of the clients has the lease, the second does not know of the string, the others have it. */
    HandoverModel(int nodes, int adopters, int ttl, Mutant... mutants) {
        super(nodes, 2 + adopters, ttl, 1);
        this.mutants.addAll(Set.of(mutants));
        this.given = blank(0).length;
    }

    @Override
    byte[] start() {
        byte[] start = blank(1);
        client(start, GIVER, PHASE, HELD);
        client(start, GIVER, LEFT, ttl);
        for (int node = 0; node < quorum; node++) {
            node(start, node, OWNER, GIVER + 1);
            seat(start, GIVER, node, MEMBER, FULL);
        }
        return start;
    }

    @Override
    void expand(byte[] state) {
        tick(state);
        give(state);
        for (int client = 0; client < clients; client++) {
            begin(state, client);
            decide(state, client);
            beginRound(state, client);
            endRound(state, client);
            for (int node = 0; node < nodes; node++) {
                ask(state, client, node);
                extend(state, client, node);
            }
        }
        for (int node = 0; node < nodes; node++) {
            vanish(state, node);
        }
    }

    /** The string is on its way. Which nodes it names as full is what the giver's seats go on to say. */
    private void give(byte[] state) {
        if (is(state, GIVER, HELD) && state[given] == 0) {
            to(state, next -> {
                next[given] = 1;
                if (!mutants.contains(Mutant.GIVER_GOES_ON)) {
                    client(next, GIVER, PHASE, OVER);
                    client(next, GIVER, LEFT, 0);
                    client(next, GIVER, ROUND, 0);
                }
            });
        }
    }

    private void begin(byte[] state, int client) {
        if (is(state, client, IDLE) && (client == TAKER || state[given] == 1)) {
            to(state, next -> {
                client(next, client, PHASE, ASKING);
                client(next, client, ROUND, ttl);
            });
        }
    }

    /** The taker gets what nobody has, an adopter what is the giver's. */
    private void ask(byte[] state, int client, int node) {
        if (is(state, client, ASKING) && seat(state, client, node, VOTE) == UNASKED && agrees(state, client, node)) {
            to(state, next -> {
                node(next, node, OWNER, client + 1);
                seat(next, client, node, VOTE, AGREED);
            });
        }
    }

    private boolean agrees(byte[] state, int client, int node) {
        boolean free = node(state, node, OWNER) == 0;
        if (client == TAKER) {
            return free;
        }
        return owns(state, GIVER, node)
                || free && mutants.contains(Mutant.ADOPTED_WHERE_THE_KEY_IS_GONE)
                || !free && mutants.contains(Mutant.ADOPTED_WITHOUT_COMPARING);
    }

    private void decide(byte[] state, int client) {
        int needed = quorum - (client != TAKER && mutants.contains(Mutant.HALF_OF_THE_NODES_ARE_ENOUGH) ? 1 : 0);
        if (!is(state, client, ASKING) || counted(state, client) < needed) {
            return;
        }
        to(state, next -> {
            client(next, client, LEFT, client(next, client, ROUND));
            client(next, client, ROUND, 0);
            for (int node = 0; node < nodes; node++) {
                seat(next, client, node, MEMBER, counts(next, client, node) ? FULL : NONE);
                seat(next, client, node, VOTE, UNASKED);
            }
            if (client == TAKER) {
                client(next, client, PHASE, WAITING);
                client(next, client, WAIT, ttl);
            } else {
                hold(next, client);
            }
        });
    }

    private int counted(byte[] state, int client) {
        int counted = 0;
        for (int node = 0; node < nodes; node++) {
            counted += counts(state, client, node) ? 1 : 0;
        }
        return counted;
    }

    /** A node that did not count for the giver does not count for who adopts. */
    private boolean counts(byte[] state, int client, int node) {
        boolean full = client == TAKER || seat(state, GIVER, node, MEMBER) == FULL;
        return full && seat(state, client, node, VOTE) == AGREED;
    }

    private void vanish(byte[] state, int node) {
        if (node(state, node, OWNER) != 0) {
            to(state, next -> node(next, node, OWNER, 0));
        }
    }

    /** What the string says of the nodes outlives the giver. */
    @Override
    void over(byte[] next, int client) {
        int[] full = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            full[node] = seat(next, client, node, MEMBER);
        }
        super.over(next, client);
        for (int node = 0; client == GIVER && node < nodes; node++) {
            seat(next, client, node, MEMBER, full[node]);
        }
    }

    @Override
    int firstAlike() {
        return TAKER + 1;
    }
}
