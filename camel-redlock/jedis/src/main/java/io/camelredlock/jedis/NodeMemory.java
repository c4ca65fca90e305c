// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.ClockSample;
import io.camelredlock.core.Evidence;
import io.camelredlock.core.Incarnation;
import io.camelredlock.core.Ticker;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What one connection shows of its node's memory and clock (S-T2 to S-T4), and the care of the node's marker. For the thread of the
 * node.
 */
final class NodeMemory {

    private static final CommandArguments BEHIND = new CommandArguments(RedisCommand.INFO).add("replication");

    private final ScriptCalls scripts;
    private final Ticker ticker;
    private String runId = "";
    private String neverClean = "";
    private Evidence lookedAt = Evidence.NONE;
    private boolean isDoubtful;
    private byte[] said = {};
    private Inspection saidLast = Inspection.of(List.of());

    NodeMemory(ScriptCalls scripts, Ticker ticker) {
        this.scripts = scripts;
        this.ticker = ticker;
    }

    /** The node turned out to be that server; an empty id if it does not tell. */
    void identify(String serverRunId) {
        runId = serverRunId;
    }

    /** What the last look showed. */
    Evidence lookedAt() {
        return lookedAt;
    }

    /** Whether a reply since the last look showed another memory than that look did. */
    boolean isDoubtful() {
        return isDoubtful;
    }

    /** The engine's clock, for samples. */
    long now() {
        return ticker.nanosNotAhead();
    }

    /** Asks for what has to stand behind a batch. */
    static void askBehind(NodeConnection connection) {
        connection.sendCommand(BEHIND);
    }

    /** What the node said behind a batch; judged anew only if it is not what it said the last time. */
    Inspection saidBehind(@Nullable Object info) {
        if (!(info instanceof byte[] text)) {
            return Inspection.of(Collections.singletonList(info));
        }
        if (!Arrays.equals(text, said)) {
            said = text;
            saidLast = Inspection.of(List.of(text));
        }
        return saidLast;
    }

    /** What a reply shows, with what stood behind its batch. */
    Evidence evidence(ScriptReply reply, Inspection behind, long sentNanos, long receivedNanos) {
        Incarnation incarnation = new Incarnation(reply.marker(), runId, behind.replicationId());
        isDoubtful |= !incarnation.equals(lookedAt.incarnation());
        ClockSample sample = reply.nodeMillis() == 0
                ? ClockSample.NONE
                : new ClockSample(reply.nodeMillis(), sentNanos, receivedNanos);
        String never = behind.missing().isEmpty() ? neverClean : unknowable(behind.missing());
        return new Evidence(incarnation, sample, reply.vanished(), never);
    }

    /** Looks at the node, and puts a right marker in the place of a wrong one; what the node then says of itself. */
    Inspection look(NodeConnection connection) {
        Inspection found = exchange(connection, scripts.look());
        String seen = lookedAt.incarnation().marker();
        Marker marker = new Marker(runId, found.replicationId());
        if (found.mayVote() && marker.isKnown() && !marker.isRight(seen)) {
            found = exchange(connection, scripts.mark(seen, marker.fresh()));
        }
        return found;
    }

    private Inspection exchange(NodeConnection connection, CommandArguments script) {
        connection.sendCommand(script);
        askBehind(connection);
        connection.send(RedisCommand.INFO, "memory");
        long sent = now();
        connection.flush();
        Object reply = connection.read();
        long received = now();
        Inspection found = Inspection.of(Handshake.readAny(connection, 2));
        note(found);
        noteError(reply);
        lookedAt = evidence(ScriptReply.of(reply), found, sent, received);
        isDoubtful = false;
        return found;
    }

    private void note(Inspection found) {
        neverClean = found.missing().isEmpty() ? found.eviction() : unknowable(found.missing());
    }

    private void noteError(@Nullable Object reply) {
        if (reply instanceof JedisDataException error && ErrorReply.of(error).isPermissionMissing()) {
            neverClean = unknowable(ErrorReply.of(error).reason());
        }
    }

    private static String unknowable(String missing) {
        return "what its memory is cannot be checked: " + missing;
    }
}
