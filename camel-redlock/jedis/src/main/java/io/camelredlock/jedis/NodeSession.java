// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Evidence;
import io.camelredlock.core.Verb;
import io.camelredlock.jedis.OwedReleases.Owed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * One connection to a node, from its beginning to its end: takes calls from the intake in batches, and looks after the node when
 * there are none. For the thread of the node, where nothing else is said.
 */
final class NodeSession {

    /** Bounds the memory a batch takes, and how long the next one waits. */
    private static final int LARGEST_BATCH = 512;

    /** So many looks that took too long to tell whether the node's clock is right take the place of one. */
    private static final int BLURRED_LOOKS = 8;

    private static final long NOTHING = 0;

    private final NodeParts parts;
    private final Intake intake;
    private final NodeConnection connection;
    private final NodeMemory memory;
    private final boolean wantsEvidence;
    private final long checkPeriodNanos;
    private final long begunNanos;
    private volatile long waitingSinceNanos = NOTHING;
    private @Nullable Batch batch;
    private boolean isVoting;
    private boolean isSuspect;
    private int blurredLooks;
    private long heardNanos;
    private long checkedNanos;

    NodeSession(NodeParts parts) {
        this.parts = parts;
        this.intake = parts.intake();
        this.connection = parts.handshake().newConnection();
        this.memory = new NodeMemory(parts.scripts(), parts.settings().ticker());
        this.wantsEvidence = parts.settings().wantsEvidence();
        this.checkPeriodNanos = parts.settings().checkPeriodNanos();
        this.begunNanos = parts.now();
        this.heardNanos = begunNanos;
    }

    /**
     * Until the intake is closed and empty, or the node hung up while nothing was asked of it.
     *
     * @throws JedisConnectionException if there is no connection, or no longer
     */
    void serve() {
        connection.open();
        Inspection found = parts.handshake().forCommands(connection);
        connection.setSoTimeout(parts.settings().readTimeoutMillis());
        intake.identify(found.runId());
        memory.identify(found.runId());
        heard();
        admit(found);
        while (!(intake.isClosed() && intake.isEmpty()) && !connection.isHungUp()) {
            parts.subscriptions().tend(heardNanos);
            List<Call> calls = take();
            if (!calls.isEmpty()) {
                exchange(calls);
            }
            if (isSuspect || (isVoting && memory.isDoubtful()) || untilCheckNanos() <= 0) {
                check();
            } else if (calls.isEmpty() && isVoting && parts.notes().isDue(heardNanos)) {
                if (!note()) {
                    return;
                }
            } else if (calls.isEmpty()) {
                intake.await(untilCheckNanos(), connection);
                isSuspect |= connection.hasInput();
            }
        }
    }

    /** What was sent, or at least begun, and has no answer. */
    List<Call> unanswered() {
        return batch == null ? List.of() : batch.unanswered();
    }

    /** Whether the connection has lived long enough to be called a good one. */
    boolean isProven() {
        return heardNanos - begunNanos >= checkPeriodNanos;
    }

    /** For how long an answer has been waited for; 0 if none is. From any thread. */
    long waitingNanos() {
        long since = waitingSinceNanos;
        return since == NOTHING ? 0 : parts.now() - since;
    }

    /** Ends the connection at once. From any thread. */
    void close() {
        connection.close();
        waitingSinceNanos = NOTHING;
    }

    private List<Call> take() {
        List<Call> calls = new ArrayList<>();
        while (calls.size() < LARGEST_BATCH) {
            Call call = intake.poll();
            if (call == null) {
                break;
            }
            Optional<Answer> refusal = intake.refusal(call.command().verb());
            if (refusal.isPresent()) {
                parts.callbacks().answer(call, refusal.get());
            } else if (call.begin()) {
                calls.add(call);
            }
        }
        return calls;
    }

    private void exchange(List<Call> calls) {
        Batch present = newBatch(calls);
        batch = present;
        long start = parts.now();
        waitingSinceNanos = start | 1;
        present.run(connection);
        heard();
        batch = null;
        tellIfSlow(heardNanos - start);
        judge(present.trouble());
    }

    private void tellIfSlow(long tookNanos) {
        if (tookNanos > parts.settings().nodeTimeoutNanos() / 2) {
            parts.trouble()
                    .mention(
                            "an answer took longer than half of nodeTimeout, "
                                    + parts.settings().nodeTimeoutNanos() / 1_000_000
                                    + " ms: it may miss votes; see to the way there, or raise nodeTimeout",
                            heardNanos);
        }
    }

    private void judge(@Nullable ErrorReply error) {
        if (error == null) {
            if (isVoting) {
                parts.trouble().over();
            }
            return;
        }
        switch (error.concerns()) {
            case CALL -> parts.trouble().mention(error.reason(), heardNanos);
            case NODE -> parts.trouble().failing(error.reason(), heardNanos);
            case ROLE -> isSuspect = true;
            case CONNECTION -> throw new JedisConnectionException(error.reason());
        }
    }

    private Batch newBatch(List<Call> calls) {
        return new Batch(calls, parts.scripts(), memory, parts.callbacks());
    }

    /** An answer is as good as a check, but does not tell all that evidence takes. */
    private long untilCheckNanos() {
        long last = isVoting && !wantsEvidence ? heardNanos : checkedNanos;
        long period = blurredLooks > 0 ? checkPeriodNanos / BLURRED_LOOKS : checkPeriodNanos;
        return last + period - parts.now();
    }

    /** Finds out whether the node is still there and what it is, so that a dead connection costs no vote. */
    private void check() {
        boolean isRoutine = isVoting && !isSuspect;
        isSuspect = false;
        waitingSinceNanos = parts.now() | 1;
        Inspection found = isRoutine ? routine() : parts.handshake().inspect(connection);
        heard();
        admit(found);
    }

    /** False if the node hung up meanwhile, by which nothing is lost either. */
    private boolean note() {
        waitingSinceNanos = parts.now() | 1;
        try {
            parts.notes().look(connection, heardNanos);
        } catch (JedisConnectionException hungUp) {
            return false;
        }
        heard();
        return true;
    }

    private Inspection routine() {
        return wantsEvidence ? look() : parts.handshake().check(connection);
    }

    private Inspection look() {
        Inspection found = memory.look(connection);
        Evidence seen = memory.lookedAt();
        parts.callbacks().observed(seen);
        boolean isBlurred = seen.clock().tookNanos() > parts.settings().slowestLookNanos();
        blurredLooks = isBlurred ? blurredLooks + 1 : 0;
        String doubt = blurredLooks < BLURRED_LOOKS ? seen.neverClean() : tooSlow();
        if (!doubt.isEmpty()) {
            parts.trouble().mention("it votes, but who follows a holder may have to wait: " + doubt, heardNanos);
        }
        return found;
    }

    private String tooSlow() {
        return "its answers take longer than the "
                + parts.settings().slowestLookNanos() / 1_000_000
                + " ms within which can be told whether its clock is right; see to the way there, or raise driftFactor";
    }

    private void heard() {
        waitingSinceNanos = NOTHING;
        heardNanos = parts.now();
    }

    private void admit(Inspection found) {
        checkedNanos = heardNanos;
        if (!found.missing().isEmpty() && !wantsEvidence) {
            parts.trouble().mentionOnce("it votes, but what it is cannot be checked: " + found.missing());
        }
        if (!found.mayVote()) {
            isVoting = false;
            intake.become(Standing.ineligible(found.refusal()));
            parts.trouble().failing(found.refusal(), heardNanos);
            return;
        }
        if (intake.standing() != Standing.VOTING) {
            parts.handshake().leaveScripts(connection);
            deliverOwed();
            if (wantsEvidence) {
                isSuspect = !look().mayVote();
                heard();
            }
            intake.become(Standing.VOTING);
        }
        announce();
    }

    private void announce() {
        Optional<Answer> twin = intake.refusal(Verb.ACQUIRE);
        boolean wasVoting = isVoting;
        isVoting = twin.isEmpty();
        twin.ifPresent(same -> parts.trouble().failing(same.reason(), heardNanos));
        if (isVoting && !wasVoting) {
            parts.trouble().over();
            parts.callbacks().available();
        }
    }

    /** S-C3: before anything else. Their callers have been answered long ago. */
    private void deliverOwed() {
        OwedReleases owed = intake.owed();
        List<Owed> next = owed.take(LARGEST_BATCH, heardNanos);
        while (!next.isEmpty()) {
            List<Call> calls = next.stream()
                    .map(each -> new Call(each.release(), answer -> {}))
                    .toList();
            try {
                newBatch(calls).run(connection);
            } catch (RuntimeException undelivered) {
                owed.giveBack(next);
                throw undelivered;
            }
            next = owed.take(LARGEST_BATCH, heardNanos);
        }
    }
}
