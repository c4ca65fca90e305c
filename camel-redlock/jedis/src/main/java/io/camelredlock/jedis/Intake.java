// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Ticker;
import io.camelredlock.core.Verb;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where calls wait for the thread of their node, and where they are turned away. Any number of threads offer, one takes; nobody
 * blocks but that one, when there is nothing to do.
 */
final class Intake {

    private static final Optional<Answer> CLOSED = Optional.of(Answer.failed("closed"));

    private final Ticker ticker;
    private final ServerIdentities identities;
    private final int index;
    private final OwedReleases owed = new OwedReleases();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Sleeper> sleeper = new AtomicReference<>();
    private volatile Standing standing = Standing.STARTING;
    private volatile boolean isClosed;
    private volatile boolean isPoked;

    /** For the node with that index in the list. */
    Intake(Ticker ticker, ServerIdentities identities, int index) {
        this.ticker = ticker;
        this.identities = identities;
        this.index = index;
    }

    /** Takes the call, or answers it at once. */
    Optional<Answer> offer(Call call) {
        Verb verb = call.command().verb();
        Optional<Answer> refusal = isClosed ? CLOSED : refusal(verb);
        if (refusal.isEmpty()) {
            calls.add(call);
            // If the node stopped taking calls in between, nobody may come for this one: who gets it out answers it.
            refusal = isClosed ? CLOSED : standing.refusal(verb);
            if (refusal.isEmpty() || !calls.remove(call)) {
                wake();
                return Optional.empty();
            }
        }
        if (verb.isRelease() && !isClosed) {
            owe(call);
        }
        return refusal;
    }

    /** Why the node does not do such a command now. */
    Optional<Answer> refusal(Verb verb) {
        Optional<Answer> refusal = standing.refusal(verb);
        return refusal.isPresent() || verb.isRelease() ? refusal : identities.refused(index);
    }

    /** Remembers a release that may not have been received (S-C3). */
    void owe(Call release) {
        owed.add(release.command(), ticker.nanosNotAhead());
    }

    OwedReleases owed() {
        return owed;
    }

    Standing standing() {
        return standing;
    }

    /** From now on; what waits already is the taker's to answer. */
    void become(Standing next) {
        standing = next;
    }

    /** The node turned out to be that server; an empty id if it is not connected or does not tell. */
    void identify(String runId) {
        identities.claim(index, runId);
    }

    /** Takes nothing any more; what waits already is the taker's to deliver. */
    void close() {
        isClosed = true;
        poke();
    }

    boolean isClosed() {
        return isClosed;
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** The next call; for the taker. */
    @Nullable
    Call poll() {
        return calls.poll();
    }

    /** Makes the taker look around, although there may be no call. */
    void poke() {
        isPoked = true;
        wake();
    }

    /** Sleeps until a call or a poke comes, at most so long, and not at all if there is a call; for the taker. */
    void await(long nanos, Sleeper taker) {
        sleeper.set(taker);
        if (calls.isEmpty() && !isPoked) {
            taker.sleep(nanos);
        }
        wakeUp();
    }

    /** The same, but sleeps although there are calls, when they cannot be done. */
    void rest(long nanos, Sleeper taker) {
        sleeper.set(taker);
        if (!isPoked) {
            taker.sleep(nanos);
        }
        wakeUp();
    }

    private void wakeUp() {
        sleeper.set(null);
        isPoked = false;
        Thread.interrupted(); // an interrupt would turn every later sleep into a spin; only close() ends a node
    }

    private void wake() {
        Sleeper asleep = sleeper.get();
        if (asleep != null && sleeper.compareAndSet(asleep, null)) {
            asleep.wake();
        }
    }
}
