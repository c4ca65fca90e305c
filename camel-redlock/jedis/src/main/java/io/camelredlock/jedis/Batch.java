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
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Calls that go to a node together: all are written, then flushed once, then their replies are read in order. Each call is answered
 * as soon as its reply is there, or, if the reply shows the node's memory, once the node has said behind them all what it is
 * (S-T2). Used once, by the node's thread.
 */
final class Batch {

    /** An answer that waits for what stands behind it. */
    private record Shown(int index, Answer answer, ScriptReply reply, long receivedNanos) {}

    private final List<Call> calls;
    private final ScriptCalls scripts;
    private final NodeMemory memory;
    private final Callbacks callbacks;
    private final boolean[] isAnswered;
    private @Nullable ErrorReply trouble;

    /** The calls must have begun. */
    Batch(List<Call> calls, ScriptCalls scripts, NodeMemory memory, Callbacks callbacks) {
        this.calls = calls;
        this.scripts = scripts;
        this.memory = memory;
        this.callbacks = callbacks;
        this.isAnswered = new boolean[calls.size()];
    }

    void run(NodeConnection connection) {
        List<Integer> all = IntStream.range(0, calls.size()).boxed().toList();
        List<Integer> unknown = exchange(all, scripts::byHash, connection);
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

    /** Sends these calls in this form and answers them; those whose script the node does not know are left over. */
    private List<Integer> exchange(
            List<Integer> indexes, Function<Command, CommandArguments> form, NodeConnection connection) {
        boolean isShown = false;
        for (int i : indexes) {
            connection.sendCommand(form.apply(command(i)));
            isShown |= scripts.isEvidence(command(i).verb());
        }
        if (isShown) {
            NodeMemory.askBehind(connection);
        }
        long sentNanos = memory.now();
        connection.flush();
        List<Integer> unknown = new ArrayList<>(0);
        List<Shown> shown = read(indexes, connection, unknown);
        if (isShown) {
            settle(shown, sentNanos, connection.read());
        }
        return unknown;
    }

    private List<Shown> read(List<Integer> indexes, NodeConnection connection, List<Integer> unknown) {
        List<Shown> shown = new ArrayList<>();
        for (int i : indexes) {
            Object reply = connection.read();
            if (isUnknownScript(reply)) {
                unknown.add(i);
            } else if (scripts.isEvidence(command(i).verb())) {
                ScriptReply said = ScriptReply.of(reply);
                shown.add(new Shown(i, answer(i, reply, said), said, memory.now()));
            } else {
                settle(i, answer(i, reply, ScriptReply.of(reply)));
            }
        }
        return shown;
    }

    private void settle(List<Shown> shown, long sentNanos, @Nullable Object info) {
        Inspection behind = memory.saidBehind(info);
        if (!behind.mayVote()) {
            note(ErrorReply.ofRole(behind.refusal()));
        }
        for (Shown each : shown) {
            settle(
                    each.index(),
                    each.answer().withEvidence(memory.evidence(each.reply(), behind, sentNanos, each.receivedNanos())));
        }
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
                again.add(i);
            }
        }
        exchange(again, scripts::whole, connection);
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
        return !Collections.disjoint(command(one).tokens(), command(other).tokens());
    }

    private void settle(int index, Answer answer) {
        isAnswered[index] = true;
        callbacks.answer(calls.get(index), answer);
    }

    private Answer answer(int index, @Nullable Object reply, ScriptReply said) {
        Command command = command(index);
        if (reply instanceof JedisDataException error) {
            ErrorReply met = ErrorReply.of(error).met(command.verb());
            ErrorReply named = met.concerns() == Concern.CALL ? met.among(scripts.keysOf(command)) : met;
            note(named);
            return named.answer();
        }
        Answer answer = scripts.answer(command, said);
        if (answer.outcome() == Outcome.INELIGIBLE) {
            note(ErrorReply.ofScript(answer));
        }
        return answer;
    }

    private Command command(int index) {
        return calls.get(index).command();
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
