// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisException;

/**
 * What the one thread of a node does: one session after the other, in the background and for ever, and answers for what could not
 * be delivered.
 */
final class NodeLoop implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeLoop.class);

    private final NodeParts parts;
    private final Intake intake;
    private final Backoff backoff = new Backoff(new SplittableRandom());
    private volatile @Nullable NodeSession session;

    NodeLoop(NodeParts parts) {
        this.parts = parts;
        this.intake = parts.intake();
    }

    /** Until the intake is closed and empty. */
    @Override
    public void run() {
        while (!intake.isClosed()) {
            hold(new NodeSession(parts));
        }
        answerQueued("closed");
    }

    /** For how long an answer has been waited for; 0 if none is. From any thread. */
    long waitingNanos() {
        NodeSession present = session;
        return present == null ? 0 : present.waitingNanos();
    }

    /** Ends the present connection at once. From any thread. */
    void hangUp() {
        NodeSession present = session;
        if (present != null) {
            present.close();
        }
    }

    private void hold(NodeSession present) {
        session = present;
        try {
            present.serve();
            // The node hung up, but nothing was lost by it: what waits goes on waiting.
            intake.become(Standing.STARTING);
        } catch (JedisException failure) {
            // Without the exception itself: a server's message may repeat what it was sent, passwords too.
            disconnected(present, Cause.of(failure));
        } catch (RuntimeException | Error unforeseen) {
            LOG.error("Node {} is connected to anew after an exception nobody expected", parts.handshake(), unforeseen);
            disconnected(present, String.valueOf(unforeseen));
        } finally {
            present.close();
        }
        if (present.isProven()) {
            backoff.reset(); // it was a good connection, so the next attempt is made at once
        } else {
            pause();
        }
    }

    private void disconnected(NodeSession lost, String cause) {
        boolean isEnd = intake.isClosed();
        intake.become(Standing.disconnected(cause));
        intake.identify("");
        for (Call call : lost.unanswered()) {
            fail(call, isEnd ? "closed before it answered" : "connection lost: " + cause);
        }
        answerQueued(isEnd ? "closed" : "not connected: " + cause);
        // After a good connection only if the next attempt, which is made at once, fails as well.
        if (!isEnd && !lost.isProven()) {
            parts.trouble().failing(cause, parts.now());
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
        parts.callbacks().answer(call, Answer.failed(reason));
    }

    private void pause() {
        Sleeper sleeper = Sleeper.plain();
        long until = parts.now() + backoff.nextNanos();
        for (long left = until - parts.now(); left > 0 && !intake.isClosed(); left = until - parts.now()) {
            parts.subscriptions().tend(until - left);
            intake.rest(left, sleeper);
        }
    }
}
