// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A command on its way to a node, with the place its answer goes to.
 *
 * <p>Until the node begins to write it, it can be withdrawn and is then as if it had never been sent: no release has to
 * follow it. Safe for use by several threads.
 */
public final class Call {

    private enum State {
        QUEUED,
        BEGUN,
        WITHDRAWN,
        ANSWERED
    }

    private final Command command;
    private final Consumer<Answer> recipient;
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

    public Call(Command command, Consumer<Answer> recipient) {
        this.command = command;
        this.recipient = recipient;
    }

    /** What to do. */
    public Command command() {
        return command;
    }

    /** Called by the node before the first byte is written; false means: drop it without a word. */
    public boolean begin() {
        return state.compareAndSet(State.QUEUED, State.BEGUN);
    }

    /** Called by the engine; true means: it was not written and never will be, and no answer comes. */
    public boolean withdraw() {
        return state.compareAndSet(State.QUEUED, State.WITHDRAWN);
    }

    /** Called by the node, from its own thread, at most once; later answers and those to withdrawn calls are dropped. */
    public void answer(Answer answer) {
        State before = state.getAndUpdate(now -> now == State.WITHDRAWN ? now : State.ANSWERED);
        if (before == State.QUEUED || before == State.BEGUN) {
            recipient.accept(answer);
        }
    }
}
