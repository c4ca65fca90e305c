// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.EnumSet;
import java.util.Set;

/**
 * Every possible course of a few overlapping attempts to mint fencing tokens (S-F1 to S-F3), with messages executed in any
 * order or never and keys that vanish at any moment. Searched exhaustively; no clock and no chance in it.
 *
 * <p>A state is a row of bytes. Of each node: who owns it (0 nobody) and its counter. Of each attempt: its phase, the token,
 * the counted nodes, those whose counters stand at the token, those told to raise, the attempts that held before it began,
 * and per node the counter it was granted (0 not asked yet, {@code REFUSED}).
 */
final class FencingModel extends ExhaustiveModel {

    /** Ways to get it wrong. */
    enum Mutant {
        /** A counter is raised on a node the attempt does not own any more. */
        RAISE_WITHOUT_OWNER,
        /** The highest counter is the token, whether or not a quorum stands at it. */
        NO_SECOND_ROUND,
        /** A node forgets its counter. */
        FORGETFUL_NODE,
        /** Who adopts goes on with the giver's token. */
        ADOPTED_TOKEN
    }

    private static final byte REFUSED = -1;
    private static final byte IDLE = 0;
    private static final byte ASKING = 1;
    private static final byte RAISING = 2;
    private static final byte HELD = 3;

    private final int nodes;
    private final int attempts;
    private final int quorum;
    private final int width;
    private final Set<Mutant> mutants;
    private boolean adopts;

    FencingModel(int nodes, int attempts, Mutant... mutants) {
        this.nodes = nodes;
        this.attempts = attempts;
        this.quorum = nodes / 2 + 1;
        this.width = 6 + nodes;
        this.mutants = EnumSet.noneOf(Mutant.class);
        this.mutants.addAll(Set.of(mutants));
    }

    /** The last attempt goes on with what the first was given, where its keys still are (S-O). */
    FencingModel adopting() {
        adopts = true;
        return this;
    }

    @Override
    byte[] start() {
        return new byte[2 * nodes + attempts * width];
    }

    @Override
    void expand(byte[] state) {
        for (int attempt = 0; attempt < attempts; attempt++) {
            begin(state, attempt);
            decide(state, attempt);
            for (int node = 0; node < nodes; node++) {
                acquire(state, attempt, node);
                raise(state, attempt, node);
            }
        }
        for (int node = 0; node < nodes; node++) {
            loseKey(state, node);
        }
    }

    private int base(int attempt) {
        return 2 * nodes + attempt * width;
    }

    private byte phase(byte[] state, int attempt) {
        return state[base(attempt)];
    }

    private byte token(byte[] state, int attempt) {
        return state[base(attempt) + 1];
    }

    private int grantOf(byte[] state, int attempt, int node) {
        return state[base(attempt) + 6 + node];
    }

    private boolean isAdoption(int attempt) {
        return adopts && attempt == attempts - 1;
    }

    private void begin(byte[] state, int attempt) {
        if (phase(state, attempt) == IDLE && (!isAdoption(attempt) || phase(state, 0) == HELD)) {
            to(state, next -> {
                next[base(attempt)] = ASKING;
                for (int other = 0; other < attempts; other++) {
                    if (phase(state, other) == HELD) {
                        next[base(attempt) + 5] |= (byte) (1 << other);
                    }
                }
            });
        }
    }

    /** The message arrives, however late. */
    private void acquire(byte[] state, int attempt, int node) {
        if (phase(state, attempt) == IDLE || grantOf(state, attempt, node) != 0) {
            return;
        }
        to(state, next -> {
            boolean free = state[2 * node] == (isAdoption(attempt) ? 1 : 0);
            if (free) {
                next[2 * node] = (byte) (attempt + 1);
                next[2 * node + 1] += (byte) (isAdoption(attempt) && mutants.contains(Mutant.ADOPTED_TOKEN) ? 0 : 1);
            }
            next[base(attempt) + 6 + node] = free ? next[2 * node + 1] : REFUSED;
        });
    }

    /** The client may have seen any of the grants when it decides. */
    private void decide(byte[] state, int attempt) {
        if (phase(state, attempt) != ASKING) {
            return;
        }
        for (int counted = 0; counted < 1 << nodes; counted++) {
            if (Integer.bitCount(counted) >= quorum && areGranted(state, attempt, counted)) {
                int chosen = counted;
                to(state, next -> count(next, attempt, chosen));
            }
        }
    }

    private boolean areGranted(byte[] state, int attempt, int counted) {
        for (int node = 0; node < nodes; node++) {
            if ((counted & 1 << node) != 0 && grantOf(state, attempt, node) <= 0) {
                return false;
            }
        }
        return true;
    }

    private void count(byte[] next, int attempt, int counted) {
        byte highest = 0;
        for (int node = 0; node < nodes; node++) {
            if ((counted & 1 << node) != 0) {
                highest = (byte) Math.max(highest, grantOf(next, attempt, node));
            }
        }
        int settled = 0;
        for (int node = 0; node < nodes; node++) {
            boolean counts = (counted & 1 << node) != 0 && grantOf(next, attempt, node) == highest;
            settled |= counts ? 1 << node : 0;
        }
        int base = base(attempt);
        next[base] = RAISING;
        next[base + 1] = highest;
        next[base + 2] = (byte) counted;
        next[base + 3] = (byte) settled;
        hold(next, attempt);
    }

    private void raise(byte[] state, int attempt, int node) {
        int base = base(attempt);
        int bit = 1 << node;
        boolean counted = (state[base + 2] & bit) != 0;
        boolean told = ((state[base + 3] | state[base + 4]) & bit) != 0;
        if (phase(state, attempt) != RAISING || !counted || told) {
            return;
        }
        to(state, next -> {
            next[base + 4] |= (byte) bit;
            boolean owns = state[2 * node] == attempt + 1 || mutants.contains(Mutant.RAISE_WITHOUT_OWNER);
            if (owns) {
                byte counter = (byte) Math.max(state[2 * node + 1], token(state, attempt));
                next[2 * node + 1] = counter;
                boolean agrees = counter == token(state, attempt);
                next[base + 3] |= (byte) (agrees ? bit : 0);
                hold(next, attempt);
            }
        });
    }

    private void hold(byte[] next, int attempt) {
        int base = base(attempt);
        if (Integer.bitCount(next[base + 3]) < quorum && !mutants.contains(Mutant.NO_SECOND_ROUND)) {
            return;
        }
        next[base] = HELD;
        for (int other = 0; other < attempts; other++) {
            if (other != attempt && phase(next, other) == HELD) {
                boolean earlier = (next[base + 5] & 1 << other) != 0;
                boolean inOrder = token(next, attempt) > token(next, other);
                if (token(next, attempt) == token(next, other) || earlier && !inOrder) {
                    violation();
                }
            }
        }
    }

    /** By expiry, release, eviction, an operator: at any moment. */
    private void loseKey(byte[] state, int node) {
        if (state[2 * node] != 0) {
            to(state, next -> {
                next[2 * node] = 0;
                if (mutants.contains(Mutant.FORGETFUL_NODE)) {
                    next[2 * node + 1] = 0;
                }
            });
        }
    }
}
