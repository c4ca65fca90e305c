// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Command;
import io.camelredlock.core.Outcome;
import io.camelredlock.jedis.ErrorReply.Concern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Calls that go to a node together: all are written, then flushed once, then their replies are read in order, each call being
 * answered as soon as its reply is there. Used once, by the node's thread.
 */
final class Batch {

    private final List<Call> calls;
    private final ScriptCalls scripts;
    private final Callbacks callbacks;
    private final boolean[] isAnswered;
    private @Nullable ErrorReply trouble;

    /** The calls must have begun. */
    Batch(List<Call> calls, ScriptCalls scripts, Callbacks callbacks) {
        this.calls = calls;
        this.scripts = scripts;
        this.callbacks = callbacks;
        this.isAnswered = new boolean[calls.size()];
    }

    void run(NodeConnection connection) {
        for (Call call : calls) {
            connection.sendCommand(scripts.byHash(call.command()));
        }
        connection.flush();
        List<Integer> unknown = new ArrayList<>(0);
        for (int i = 0; i < calls.size(); i++) {
            Object reply = connection.read();
            if (isUnknownScript(reply)) {
                unknown.add(i);
            } else {
                settle(i, answer(i, reply));
            }
        }
        if (!unknown.isEmpty()) {
            runWhole(unknown, connection);
        }
    }

    /** What was written or at least begun, and has no answer. */
    List<Call> unanswered() {
        List<Call> open = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            if (!isAnswered[i]) {
                open.add(calls.get(i));
            }
        }
        return open;
    }

    /** The error reply with the widest consequences, if there was one. */
    @Nullable
    ErrorReply trouble() {
        return trouble;
    }

    /** The node forgot scripts, so these were not executed. They are sent again, in their order, unless one has been overtaken. */
    private void runWhole(List<Integer> unknown, NodeConnection connection) {
        List<Integer> again = new ArrayList<>();
        for (int i : unknown) {
            if (isOvertaken(i)) {
                settle(
                        i,
                        Answer.failed(
                                "the node forgot the script, and has meanwhile executed a later command of this token"));
            } else {
                connection.sendCommand(scripts.whole(calls.get(i).command()));
                again.add(i);
            }
        }
        connection.flush();
        for (int i : again) {
            settle(i, answer(i, connection.read()));
        }
    }

    /** A grant after its own release would be a key that nobody removes. */
    private boolean isOvertaken(int index) {
        for (int later = index + 1; later < calls.size(); later++) {
            if (isAnswered[later] && sharesToken(index, later)) {
                return true;
            }
        }
        return false;
    }

    private boolean sharesToken(int one, int other) {
        return !Collections.disjoint(
                calls.get(one).command().tokens(), calls.get(other).command().tokens());
    }

    private void settle(int index, Answer answer) {
        isAnswered[index] = true;
        callbacks.answer(calls.get(index), answer);
    }

    private Answer answer(int index, @Nullable Object reply) {
        Command command = calls.get(index).command();
        if (reply instanceof JedisDataException error) {
            ErrorReply met = ErrorReply.of(error);
            ErrorReply named = met.concerns() == Concern.CALL ? met.among(scripts.keysOf(command)) : met;
            note(named);
            return named.answer();
        }
        Answer answer = scripts.answer(command, reply);
        if (answer.outcome() == Outcome.INELIGIBLE) {
            note(ErrorReply.ofScript(answer));
        }
        return answer;
    }

    private void note(ErrorReply error) {
        if (trouble == null || trouble.concerns().compareTo(error.concerns()) < 0) {
            trouble = error;
        }
    }

    private static boolean isUnknownScript(@Nullable Object reply) {
        return reply instanceof JedisDataException error
                && String.valueOf(error.getMessage()).startsWith("NOSCRIPT");
    }
}
