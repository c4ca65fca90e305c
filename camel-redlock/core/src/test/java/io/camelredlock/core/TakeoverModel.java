// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * When a new holder may begin (S-T), and when a healed node counts (S-H). In {@code strict} keys vanish at any time from any
 * number of nodes, unseen; in {@code guarded} a bounded number of times, and what a node shows of it is what the protocol
 * makes it show: a new memory, a grant that vanished, a clock that stepped.
 */
final class TakeoverModel extends LeaseModel {

    /** Ways to get it wrong. */
    enum Mutant {
        NO_WAIT,
        WAIT_ENDS_A_TICK_EARLY,
        WAIT_COUNTED_FROM_THE_FIRST_SEND,
        DEADLINE_FROM_THE_REPLY,
        HEALED_NODES_VOTE_AT_ONCE,
        NEW_MEMORY_TAKEN_FOR_OLD,
        VANISHED_KEYS_IGNORED,
        VANISHED_KEYS_FORGOTTEN_BY_RELEASE,
        CLOCK_GUARD_OFF,
        UNCLEAN_GRANTS_OUTGROW_LIKE_YOUNG_ONES,
        UNCLEAN_GRANTS_COUNT_BESIDE_A_CLEAN_QUORUM
    }

    // Fields of a node, in ticks: what the key has left, when its grant ends, when a vanished one would have ended, and
    // how
    // long until its memory and its clock can have hidden nothing.
    private static final int KEY = 1;
    private static final int END = 2;
    private static final int VANISHED = 3;
    private static final int YOUTH = 4;
    private static final int STEP = 5;

    private final Takeover takeover;
    private final Set<Mutant> mutants = EnumSet.noneOf(Mutant.class);
    private final int faultsLeft;
    private int faults;
    private boolean heals;

    TakeoverModel(Takeover takeover, int nodes, int clients, int ttl, Mutant... mutants) {
        super(nodes, clients, ttl, 6);
        this.takeover = takeover;
        this.mutants.addAll(Set.of(mutants));
        this.faultsLeft = blank(0).length;
    }

    /** How often a key, memory or clock is lost; in {@code strict} keys alone, and without bound unless said. */
    TakeoverModel faults(int number) {
        faults = number;
        return this;
    }

    /** Nodes that lost the keys are given them back. */
    TakeoverModel healing() {
        heals = true;
        return this;
    }

    @Override
    byte[] start() {
        byte[] start = blank(1);
        start[faultsLeft] = (byte) faults;
        return start;
    }

    @Override
    void expand(byte[] state) {
        tick(state);
        for (int client = 0; client < clients; client++) {
            begin(state, client);
            decide(state, client);
            beginRound(state, client);
            endRound(state, client);
            if (takeover == Takeover.GUARDED) { // in strict it would change nothing for others
                giveUp(state, client);
            }
            for (int node = 0; node < nodes; node++) {
                acquire(state, client, node);
                extend(state, client, node);
                heal(state, client, node);
                release(state, client, node);
            }
        }
        for (int node = 0; node < nodes; node++) {
            loseAnything(state, node);
        }
    }

    private void begin(byte[] state, int client) {
        if (is(state, client, IDLE)) {
            to(state, next -> {
                client(next, client, PHASE, ASKING);
                client(next, client, ROUND, ttl);
            });
        }
    }

    private void acquire(byte[] state, int client, int node) {
        boolean asks = is(state, client, ASKING) && seat(state, client, node, VOTE) == UNASKED;
        if (asks && node(state, node, OWNER) == 0) { // a refusal changes nothing
            to(state, next -> {
                notice(next, node);
                seat(next, client, node, WORTH, worth(next, node));
                give(next, client, node, ttl);
                seat(next, client, node, VOTE, AGREED);
            });
        }
    }

    /** S-T3: a grant that should still be there is remembered, whoever comes and goes. */
    private void notice(byte[] next, int node) {
        node(next, node, VANISHED, Math.max(node(next, node, VANISHED), node(next, node, END)));
    }

    private void give(byte[] next, int client, int node, int ticks) {
        node(next, node, OWNER, client + 1);
        keep(next, node, ticks);
    }

    @Override
    void keep(byte[] next, int node, int ticks) {
        if (takeover == Takeover.GUARDED) {
            node(next, node, KEY, ticks);
            node(next, node, END, ticks);
        }
    }

    /** 0 clean, up to ttl that many ticks too young, above it not clean for another reason. */
    private int worth(byte[] state, int node) {
        boolean vanished = node(state, node, VANISHED) > 0 && !mutants.contains(Mutant.VANISHED_KEYS_IGNORED);
        boolean stepped = node(state, node, STEP) > 0 && !mutants.contains(Mutant.CLOCK_GUARD_OFF);
        if (vanished || stepped) {
            return mutants.contains(Mutant.UNCLEAN_GRANTS_OUTGROW_LIKE_YOUNG_ONES) ? 1 : ttl + 1;
        }
        return mutants.contains(Mutant.NEW_MEMORY_TAKEN_FOR_OLD) ? 0 : node(state, node, YOUTH);
    }

    /** Any quorum of the grants may be what has come when the client decides (S-A2). */
    private void decide(byte[] state, int client) {
        if (!is(state, client, ASKING)) {
            return;
        }
        for (int counted = 0; counted < 1 << nodes; counted++) {
            int[] worths = worths(state, client, counted);
            if (worths.length >= quorum && isChoice(worths)) {
                decide(state, client, counted, worths);
            }
        }
    }

    /** What the counted grants are worth, the best first; none if one of them is not there. */
    private int[] worths(byte[] state, int client, int counted) {
        int[] worths = new int[Integer.bitCount(counted)];
        int grants = 0;
        for (int node = 0; node < nodes; node++) {
            if ((counted & 1 << node) == 0) {
                continue;
            }
            if (seat(state, client, node, VOTE) != AGREED) {
                return new int[0];
            }
            worths[grants++] = seat(state, client, node, WORTH);
        }
        Arrays.sort(worths);
        return worths;
    }

    /** S-T1: a clean quorum is counted alone. */
    private boolean isChoice(int[] worths) {
        boolean isEvident = worths[quorum - 1] == 0;
        boolean isMixed = worths[worths.length - 1] > 0;
        return !isEvident || !isMixed || mutants.contains(Mutant.UNCLEAN_GRANTS_COUNT_BESIDE_A_CLEAN_QUORUM);
    }

    private void decide(byte[] state, int client, int counted, int[] worths) {
        int wait = waitFor(client(state, client, ROUND), worths);
        to(state, next -> {
            client(next, client, LEFT, client(next, client, ROUND));
            client(next, client, ROUND, 0);
            for (int node = 0; node < nodes; node++) {
                seat(next, client, node, MEMBER, (counted & 1 << node) != 0 ? FULL : NONE);
                seat(next, client, node, VOTE, UNASKED);
                seat(next, client, node, WORTH, 0);
            }
            client(next, client, WAIT, wait);
            if (wait > 0) {
                client(next, client, PHASE, WAITING);
            } else {
                hold(next, client);
            }
        });
    }

    private int waitFor(int round, int[] worths) {
        if (mutants.contains(Mutant.NO_WAIT)) {
            return 0;
        }
        int full = mutants.contains(Mutant.WAIT_COUNTED_FROM_THE_FIRST_SEND) ? round : ttl;
        full -= mutants.contains(Mutant.WAIT_ENDS_A_TICK_EARLY) ? 1 : 0;
        // guarded: or until so many have outgrown their youth
        return takeover == Takeover.STRICT ? full : Math.min(full, worths[quorum - 1]);
    }

    /** S-H: where nobody is, and not to be counted before a round that begins later. */
    private void heal(byte[] state, int client, int node) {
        boolean free = node(state, node, OWNER) == 0;
        boolean lost = seat(state, client, node, MEMBER) == NONE && (free || owns(state, client, node));
        if (heals && isAlive(state, client) && lost) {
            to(state, next -> {
                if (free) {
                    notice(next, node);
                }
                give(next, client, node, client(next, client, LEFT));
                boolean atOnce = mutants.contains(Mutant.HEALED_NODES_VOTE_AT_ONCE);
                seat(next, client, node, MEMBER, atOnce ? FULL : PROVISIONAL);
            });
        }
    }

    /** Comes whenever it comes; that a client crashed and none was sent is one of the courses. */
    private void release(byte[] state, int client, int node) {
        if (takeover == Takeover.GUARDED && is(state, client, OVER) && owns(state, client, node)) {
            to(state, next -> {
                lose(next, node);
                node(next, node, END, 0);
                if (mutants.contains(Mutant.VANISHED_KEYS_FORGOTTEN_BY_RELEASE)) {
                    node(next, node, VANISHED, 0);
                }
            });
        }
    }

    private void loseAnything(byte[] state, int node) {
        boolean somethingThere = node(state, node, OWNER) != 0 || node(state, node, END) > 0;
        if (!somethingThere || faults > 0 && state[faultsLeft] == 0) {
            return;
        }
        fault(state, next -> lose(next, node));
        if (takeover == Takeover.GUARDED) {
            fault(state, next -> forget(next, node, YOUTH));
            fault(state, next -> forget(next, node, STEP));
        }
    }

    private void fault(byte[] state, Consumer<byte[]> fault) {
        to(state, next -> {
            next[faultsLeft] -= (byte) (faults > 0 ? 1 : 0);
            fault.accept(next);
        });
    }

    private void lose(byte[] next, int node) {
        node(next, node, OWNER, 0);
        node(next, node, KEY, 0);
    }

    /** The memory is gone, or the clock stepped beyond all that is in it; either can be told for as long as it matters. */
    private void forget(byte[] next, int node, int sign) {
        lose(next, node);
        node(next, node, END, 0);
        node(next, node, VANISHED, 0);
        node(next, node, sign, ttl);
    }

    @Override
    int deadline(int round) {
        return mutants.contains(Mutant.DEADLINE_FROM_THE_REPLY) ? ttl : round;
    }

    @Override
    void passed(byte[] next) {
        if (takeover == Takeover.STRICT) {
            return;
        }
        for (int node = 0; node < nodes; node++) {
            for (int field = KEY; field <= STEP; field++) {
                node(next, node, field, Math.max(0, node(next, node, field) - 1));
            }
            if (node(next, node, KEY) == 0) {
                node(next, node, OWNER, 0);
            }
            for (int client = 0; client < clients; client++) {
                int worth = seat(next, client, node, WORTH);
                seat(next, client, node, WORTH, worth > ttl ? worth : Math.max(0, worth - 1));
            }
        }
    }

    @Override
    int firstAlike() {
        return 0;
    }
}
