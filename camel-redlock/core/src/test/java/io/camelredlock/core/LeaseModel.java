// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Arrays;

/**
 * Clients that each acquire one resource once, keep it by rounds of extension and lose it, at nodes that may forget the keys;
 * messages take any time or never arrive, and all clocks of clients tick together. What is the same in {@link TakeoverModel}
 * and {@link HandoverModel}.
 *
 * <p>A round's deadline is its start and {@code ttl} ticks; events within one tick come in any order.
 */
abstract class LeaseModel extends ExhaustiveModel {

    /** What a client is at. */
    static final int IDLE = 0;

    static final int ASKING = 1;
    static final int WAITING = 2;
    static final int HELD = 3;
    static final int OVER = 4;

    /** Fields of a client: what it is at, ticks until its deadline, ticks it must still wait, ticks its round is good for. */
    static final int PHASE = 0;

    static final int LEFT = 1;
    static final int WAIT = 2;
    static final int ROUND = 3;
    static final int CONFIRMS = 4;
    private static final int CLIENT = 5;

    /** Fields of a node: who owns it (0 nobody), and what {@link TakeoverModel} adds. */
    static final int OWNER = 0;

    /** Fields of a client at a node: how it counts there, what it answered, what the grant is worth. */
    static final int MEMBER = 0;

    static final int VOTE = 1;
    static final int WORTH = 2;
    private static final int SEAT = 3;

    /** Values of {@link #MEMBER}. */
    static final int NONE = 0;

    static final int PROVISIONAL = 1;
    static final int FULL = 2;

    /** Values of {@link #VOTE}. */
    static final int UNASKED = 0;

    static final int ASKED = 1;
    static final int AGREED = 2;

    final int nodes;
    final int clients;
    final int ttl;
    final int quorum;
    private final int nodeFields;
    private final int nodeWidth;

    LeaseModel(int nodes, int clients, int ttl, int nodeFields) {
        this.nodes = nodes;
        this.clients = clients;
        this.ttl = ttl;
        this.quorum = nodes / 2 + 1;
        this.nodeFields = nodeFields;
        this.nodeWidth = nodeFields + clients * SEAT;
    }

    /** Room for all fields and so many more. */
    final byte[] blank(int more) {
        return new byte[clients * CLIENT + nodes * nodeWidth + more];
    }

    final int client(byte[] state, int client, int field) {
        return state[client * CLIENT + field];
    }

    final void client(byte[] state, int client, int field, int value) {
        state[client * CLIENT + field] = (byte) value;
    }

    final int node(byte[] state, int node, int field) {
        return state[at(node) + field];
    }

    final void node(byte[] state, int node, int field, int value) {
        state[at(node) + field] = (byte) value;
    }

    final int seat(byte[] state, int client, int node, int field) {
        return state[at(node) + nodeFields + client * SEAT + field];
    }

    final void seat(byte[] state, int client, int node, int field, int value) {
        state[at(node) + nodeFields + client * SEAT + field] = (byte) value;
    }

    private int at(int node) {
        return clients * CLIENT + node * nodeWidth;
    }

    final boolean owns(byte[] state, int client, int node) {
        return node(state, node, OWNER) == client + 1;
    }

    final boolean is(byte[] state, int client, int phase) {
        return client(state, client, PHASE) == phase;
    }

    final boolean isAlive(byte[] state, int client) {
        return is(state, client, WAITING) || is(state, client, HELD);
    }

    /** Asks all nodes that have the keys (S-E1); a round that is under way is given up. */
    final void beginRound(byte[] state, int client) {
        if (isAlive(state, client) && client(state, client, ROUND) != ttl) {
            to(state, next -> {
                client(next, client, ROUND, ttl);
                client(next, client, CONFIRMS, client(next, client, WAIT) == 0 ? 1 : 0);
                for (int node = 0; node < nodes; node++) {
                    boolean asked = seat(next, client, node, MEMBER) != NONE;
                    seat(next, client, node, VOTE, asked ? ASKED : UNASKED);
                }
            });
        }
    }

    /** The round's message arrives: the node still has the keys, or has lost them. */
    final void extend(byte[] state, int client, int node) {
        if (!isAlive(state, client) || seat(state, client, node, VOTE) != ASKED) {
            return;
        }
        to(state, next -> {
            if (owns(next, client, node)) {
                seat(next, client, node, VOTE, AGREED);
                keep(next, node, ttl);
            } else {
                seat(next, client, node, VOTE, UNASKED);
                seat(next, client, node, MEMBER, NONE);
            }
        });
    }

    /** S-E2: a quorum of full nodes agreed before the deadline. What was provisional when the round began is full now (S-H). */
    final void endRound(byte[] state, int client) {
        boolean open = isAlive(state, client) && client(state, client, ROUND) > 0;
        if (!open || count(state, client, FULL) < quorum) {
            return;
        }
        to(state, next -> {
            client(next, client, LEFT, Math.max(client(next, client, LEFT), deadline(client(next, client, ROUND))));
            for (int node = 0; node < nodes; node++) {
                if (seat(next, client, node, VOTE) == AGREED) {
                    seat(next, client, node, MEMBER, FULL);
                }
                seat(next, client, node, VOTE, UNASKED);
            }
            boolean confirmed = client(next, client, CONFIRMS) == 1;
            client(next, client, ROUND, 0);
            client(next, client, CONFIRMS, 0);
            if (is(next, client, WAITING) && confirmed) {
                hold(next, client);
            }
        });
    }

    private int count(byte[] state, int client, int member) {
        int agreed = 0;
        for (int node = 0; node < nodes; node++) {
            boolean counts = seat(state, client, node, MEMBER) == member;
            agreed += counts && seat(state, client, node, VOTE) == AGREED ? 1 : 0;
        }
        return agreed;
    }

    /** How long a lease is good for that comes of a round which is good for so long. */
    int deadline(int round) {
        return round;
    }

    /** The node has or gets the keys for so long. */
    void keep(byte[] next, int node, int ticks) {}

    /** The client holds from now on; if somebody else does as well, that is what must never be. */
    final void hold(byte[] next, int client) {
        client(next, client, PHASE, HELD);
        for (int other = 0; other < clients; other++) {
            if (other != client && is(next, other, HELD)) {
                violation();
            }
        }
    }

    /** By will or because its deadline passed; it never comes back. */
    void over(byte[] next, int client) {
        Arrays.fill(next, client * CLIENT, (client + 1) * CLIENT, (byte) 0);
        client(next, client, PHASE, OVER);
        for (int node = 0; node < nodes; node++) {
            seat(next, client, node, MEMBER, NONE);
            seat(next, client, node, VOTE, UNASKED);
            seat(next, client, node, WORTH, 0);
        }
    }

    final void giveUp(byte[] state, int client) {
        if (isAlive(state, client) || is(state, client, ASKING)) {
            to(state, next -> over(next, client));
        }
    }

    /** A tick of every clock. */
    final void tick(byte[] state) {
        to(state, next -> {
            for (int client = 0; client < clients; client++) {
                for (int field = LEFT; field <= ROUND; field++) {
                    client(next, client, field, Math.max(0, client(next, client, field) - 1));
                }
                boolean expired = isAlive(next, client) && client(next, client, LEFT) == 0;
                boolean tooLate = is(next, client, ASKING) && client(next, client, ROUND) == 0;
                if (expired || tooLate) {
                    over(next, client);
                }
            }
            passed(next);
        });
    }

    /** A tick of the nodes. */
    void passed(byte[] next) {}

    /** This client and those after it do the same. */
    abstract int firstAlike();

    /** Names mean nothing: the rows of nodes are put in order, and of clients that do the same the order is chosen. */
    @Override
    final byte[] canonical(byte[] state) {
        byte[] one = sorted(state);
        for (int client = firstAlike() + 1; client < clients; client++) {
            byte[] twin = sorted(swapped(one, client - 1, client));
            one = Arrays.compare(twin, one) < 0 ? twin : one;
        }
        return one;
    }

    private byte[] sorted(byte[] state) {
        byte[][] rows = new byte[nodes][];
        for (int node = 0; node < nodes; node++) {
            rows[node] = Arrays.copyOfRange(state, at(node), at(node) + nodeWidth);
        }
        Arrays.sort(rows, Arrays::compare);
        for (int node = 0; node < nodes; node++) {
            System.arraycopy(rows[node], 0, state, at(node), nodeWidth);
        }
        return state;
    }

    /** The same with two clients changing places. */
    private byte[] swapped(byte[] state, int one, int other) {
        byte[] twin = state.clone();
        for (int field = 0; field < CLIENT; field++) {
            client(twin, one, field, client(state, other, field));
            client(twin, other, field, client(state, one, field));
        }
        for (int node = 0; node < nodes; node++) {
            for (int field = 0; field < SEAT; field++) {
                seat(twin, one, node, field, seat(state, other, node, field));
                seat(twin, other, node, field, seat(state, one, node, field));
            }
            int owner = node(state, node, OWNER);
            node(twin, node, OWNER, owner == one + 1 ? other + 1 : owner == other + 1 ? one + 1 : owner);
        }
        return twin;
    }
}
