// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Ticker;
import io.camelredlock.core.Verb;
import io.camelredlock.jedis.ErrorReply.Concern;
import io.camelredlock.jedis.OwedReleases.Owed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * What the one thread of a node does: it connects, in the background and for ever, takes calls from the intake in batches, looks
 * after the node when there are none, and answers what could not be delivered.
 */
final class NodeLoop implements Runnable {

    /** Bounds the memory a batch takes, and how long the next one waits. */
    private static final int LARGEST_BATCH = 512;

    private static final long NOTHING = 0;

    private final NodeSettings settings;
    private final Ticker ticker;
    private final Handshake handshake;
    private final Intake intake;
    private final Callbacks callbacks;
    private final Subscriptions subscriptions;
    private final ScriptCalls scripts;
    private final TroubleLog trouble;
    private final Backoff backoff = new Backoff(ThreadLocalRandom.current());

    private volatile @Nullable NodeConnection connection;
    private volatile long waitingSinceNanos = NOTHING;
    private @Nullable Batch batch;
    private boolean isVoting;
    private boolean isSuspect;
    private boolean isProven;
    private boolean hasMissedPermission;
    private long begunNanos;
    private long heardNanos;
    private long checkedNanos;

    NodeLoop(
            NodeSettings settings,
            Handshake handshake,
            Intake intake,
            Callbacks callbacks,
            Subscriptions subscriptions) {
        this.settings = settings;
        this.ticker = settings.ticker();
        this.handshake = handshake;
        this.intake = intake;
        this.callbacks = callbacks;
        this.subscriptions = subscriptions;
        this.scripts = new ScriptCalls(settings);
        this.trouble = new TroubleLog("Node " + handshake + " gives no vote", "Node " + handshake + " votes again");
    }

    /** Until the intake is closed and empty. */
    @Override
    public void run() {
        while (!intake.isClosed()) {
            session();
        }
        answerQueued("closed");
    }

    /** For how long an answer has been waited for; 0 if none is. From any thread. */
    long waitingNanos() {
        long since = waitingSinceNanos;
        return since == NOTHING ? 0 : now() - since;
    }

    /** What is wrong with the node although it may vote, or nothing. From any thread. */
    String trouble() {
        return trouble.cause();
    }

    /** Ends the present connection at once. From any thread. */
    void hangUp() {
        NodeConnection present = connection;
        if (present != null) {
            present.close();
        }
    }

    private void session() {
        NodeConnection fresh = handshake.newConnection();
        connection = fresh;
        begunNanos = now();
        isProven = false;
        try {
            fresh.open();
            serve(fresh);
        } catch (RuntimeException | Error failure) {
            disconnected(Cause.of(failure));
        } finally {
            fresh.close();
        }
        if (isProven) {
            backoff.reset(); // it was a good connection, so the next attempt is made at once
        } else {
            pause();
        }
    }

    private void serve(NodeConnection open) {
        Inspection found = handshake.forCommands(open);
        open.setSoTimeout(settings.readTimeoutMillis());
        intake.identify(found.runId());
        heard();
        admit(found, open);
        while (!intake.isClosed() || !intake.isEmpty()) {
            subscriptions.tend(heardNanos);
            List<Call> calls = take();
            if (!calls.isEmpty()) {
                exchange(calls, open);
            }
            if (isSuspect || ((calls.isEmpty() || !isVoting) && isCheckDue())) {
                check(open);
            } else if (calls.isEmpty()) {
                intake.await(settings.checkPeriodNanos());
            }
        }
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
                callbacks.answer(call, refusal.get());
            } else if (call.begin()) {
                calls.add(call);
            }
        }
        return calls;
    }

    private void exchange(List<Call> calls, NodeConnection open) {
        Batch present = new Batch(calls, scripts, callbacks);
        batch = present;
        waitingSinceNanos = now() | 1;
        present.run(open);
        heard();
        batch = null;
        judge(present.trouble());
    }

    private void judge(@Nullable ErrorReply error) {
        if (error == null) {
            if (isVoting) {
                trouble.over();
            }
            return;
        }
        switch (error.concerns()) {
            case CALL -> trouble.mention(error.reason(), heardNanos);
            case NODE -> trouble.failing(error.reason(), heardNanos);
            case ROLE -> isSuspect = true;
            case CONNECTION -> throw new JedisConnectionException(error.reason());
        }
    }

    private boolean isCheckDue() {
        return now() - (isVoting ? heardNanos : checkedNanos) >= settings.checkPeriodNanos();
    }

    /** Finds out whether the node is still there and what it is, so that a dead connection costs no vote. */
    private void check(NodeConnection open) {
        boolean isRoutine = isVoting && !isSuspect;
        isSuspect = false;
        waitingSinceNanos = now() | 1;
        Inspection found = isRoutine ? Handshake.check(open) : Handshake.inspect(open);
        heard();
        admit(found, open);
    }

    private void heard() {
        waitingSinceNanos = NOTHING;
        heardNanos = now();
        isProven |= heardNanos - begunNanos >= settings.checkPeriodNanos();
    }

    private void admit(Inspection found, NodeConnection open) {
        checkedNanos = heardNanos;
        if (!found.missing().isEmpty() && !hasMissedPermission) {
            hasMissedPermission = true;
            trouble.mention("role and identity cannot be checked: " + found.missing(), heardNanos);
        }
        if (!found.mayVote()) {
            isVoting = false;
            intake.become(Standing.ineligible(found.refusal()));
            trouble.failing(found.refusal(), heardNanos);
            return;
        }
        if (intake.standing() != Standing.VOTING) {
            Handshake.leaveScripts(open);
            deliverOwed(open);
            intake.become(Standing.VOTING);
        }
        announce();
    }

    private void announce() {
        Optional<Answer> twin = intake.refusal(Verb.ACQUIRE);
        boolean wasVoting = isVoting;
        isVoting = twin.isEmpty();
        twin.ifPresent(same -> trouble.failing(same.reason(), heardNanos));
        if (isVoting && !wasVoting) {
            trouble.over();
            callbacks.available();
        }
    }

    /** S-C3: before anything else. Their callers have been answered long ago. */
    private void deliverOwed(NodeConnection open) {
        OwedReleases owed = intake.owed();
        for (List<Owed> next = owed.take(LARGEST_BATCH, heardNanos);
                !next.isEmpty();
                next = owed.take(LARGEST_BATCH, heardNanos)) {
            List<Call> calls = next.stream()
                    .map(each -> new Call(each.release(), answer -> {}))
                    .toList();
            try {
                new Batch(calls, scripts, callbacks).run(open);
            } catch (RuntimeException undelivered) {
                owed.giveBack(next);
                throw undelivered;
            }
        }
    }

    private void disconnected(String cause) {
        boolean isEnd = intake.isClosed();
        intake.become(Standing.disconnected(cause));
        intake.identify("");
        isVoting = false;
        isSuspect = false;
        waitingSinceNanos = NOTHING;
        List<Call> lost = batch == null ? List.of() : batch.unanswered();
        batch = null;
        for (Call call : lost) {
            fail(call, isEnd ? "closed before it answered" : "connection lost: " + cause);
        }
        answerQueued(isEnd ? "closed" : "not connected: " + cause);
        if (!isEnd && !isProven) {
            trouble.failing(cause, now()); // otherwise only if the next attempt, made at once, fails as well
        }
    }

    private void answerQueued(String reason) {
        for (Call call = intake.poll(); call != null; call = intake.poll()) {
            if (call.begin()) {
                fail(call, reason);
            }
        }
    }

    private void fail(Call call, String reason) {
        if (call.command().verb().isRelease()) {
            intake.owe(call);
        }
        callbacks.answer(call, Answer.failed(reason));
    }

    private long now() {
        return ticker.nanosNotAhead();
    }

    private void pause() {
        long until = now() + backoff.nextNanos();
        for (long left = until - now(); left > 0 && !intake.isClosed(); left = until - now()) {
            subscriptions.tend(until - left);
            intake.await(left);
        }
    }
}
