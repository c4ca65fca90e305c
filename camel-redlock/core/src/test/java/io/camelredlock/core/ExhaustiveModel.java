// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Something small of which every possible course of events is looked at: breadth first, each state once. A state is a row of
 * bytes; states that differ only in the names of nodes or clients may be mapped to one.
 */
abstract class ExhaustiveModel {

    private final Map<String, Integer> depths = new HashMap<>();
    private final Deque<byte[]> open = new ArrayDeque<>();
    private int depth;
    private boolean violated;

    /** Where it begins. */
    abstract byte[] start();

    /** Gives each state that one event leads to from this one to {@link #to}, and tells of a {@link #violation}. */
    abstract void expand(byte[] state);

    /** The one that stands for all states that differ from it in names only. */
    byte[] canonical(byte[] state) {
        return state;
    }

    /** Looks at every reachable state, or stops at the first violation. */
    final boolean findsViolation() {
        visit(start());
        while (!open.isEmpty() && !violated) {
            byte[] next = open.remove();
            depth = depths.getOrDefault(text(next), 0) + 1;
            expand(next);
        }
        return violated;
    }

    final void violation() {
        violated = true;
    }

    /** How many states were seen. */
    final int states() {
        return depths.size();
    }

    /** How many events led to the last of them; to a violation there is no shorter way. */
    final int depth() {
        return depth;
    }

    final void to(byte[] from, Consumer<byte[]> event) {
        byte[] next = from.clone();
        event.accept(next);
        visit(next);
    }

    private void visit(byte[] state) {
        byte[] one = canonical(state);
        if (depths.putIfAbsent(text(one), depth) == null) {
            open.add(one);
        }
    }

    private static String text(byte[] state) {
        return new String(state, StandardCharsets.ISO_8859_1);
    }
}
