// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member's part in the election of a leader for a namespace: follower, leader while a lease lasts, follower again.
 *
 * <p>It survives every outage and exception: until it is stopped it goes on taking part. Whether it leads is judged by the
 * clock at the call, {@code stepDownMargin} before the lease's deadline; events follow the state, never the other way
 * round. No method blocks or throws because of Redis. Safe for use by several threads; may be stopped and started again any
 * number of times.
 */
public final class LeaderElection {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);

    /** What the user wants of this member. */
    private enum Mode {
        STOPPED,
        COMPETING,
        OBSERVING
    }

    private final Cluster cluster;
    private final String namespace;
    private final LeaseRequest request;
    private final ElectionEvents events;
    private final KnownLeader knownLeader;
    private final Serial serial = new Serial();

    private volatile Mode mode = Mode.STOPPED;
    private volatile @Nullable Term term;
    private volatile @Nullable Term latest;
    private @Nullable Term leaving;
    private CompletionStage<?> released = CompletableFuture.completedStage(null);
    private final Candidacy candidacy;

    LeaderElection(Contenders contenders, String namespace, ElectionListener listener) {
        this.cluster = contenders.cluster();
        this.namespace = namespace;
        this.request = LeaseRequest.of(cluster.options(), List.of(Resource.leadership(namespace)))
                .timeout(LeaseRequest.FOREVER)
                .retryCount(RedlockOptions.UNLIMITED)
                .autoExtend(true);
        this.events = new ElectionEvents(this, listener, cluster);
        this.knownLeader = new KnownLeader(cluster);
        this.candidacy = new Candidacy(contenders, request, serial, this::elected, this::observed);
    }

    /** What is led. */
    public String namespace() {
        return namespace;
    }

    /** The id of this member, as the others see it. */
    public String memberId() {
        return cluster.options().memberId();
    }

    /** Competes, in the background. During an orderly stop that is not finished it resumes the same term. */
    public void start() {
        enter(Mode.COMPETING);
    }

    /** {@link #start} after {@link #disable}. */
    public void enable() {
        enter(Mode.COMPETING);
    }

    /** Whether it was told not to compete but to look on. */
    public boolean isDisabled() {
        return mode == Mode.OBSERVING;
    }

    /**
     * Ends taking part, in order: from now on it does not lead and tells nothing; the lease is kept, extended, until
     * {@code drained} completes, whatever way, and then released, so that the next leader begins after our work ended.
     *
     * @return completes when nothing is held any more
     */
    public CompletionStage<Void> stop(CompletionStage<?> drained) {
        return leave(Mode.STOPPED, drained);
    }

    /** {@link #stop}, but goes on looking who leads, and tells that it was lost. */
    public CompletionStage<Void> disable(CompletionStage<?> drained) {
        return leave(Mode.OBSERVING, drained);
    }

    /** Ends taking part although work is still running: the lease is neither extended nor released, it expires. */
    public void abandon() {
        mode = Mode.STOPPED;
        Term ended = term;
        term = null;
        serial.run(() -> {
            candidacy.end();
            abandon(ended == null ? term : ended); // won at this very moment
            term = null;
            abandon(leaving);
            leaving = null;
        });
    }

    private static void abandon(@Nullable Term left) {
        if (left != null) {
            left.abandon(new Loss(Loss.Reason.CLOSED, "work was still running"));
        }
    }

    /** Whether this member leads, judged now. */
    public boolean isLeader() {
        Term now = term;
        return now != null && now.isLeading();
    }

    /** How long it may lead if no extension succeeds any more; zero if it does not lead. */
    public Duration remaining() {
        Term now = term;
        return now == null ? Duration.ZERO : now.remaining();
    }

    /** The fencing token of the present term; empty if it does not lead or the engine runs without fencing. */
    public OptionalLong fencingToken() {
        Term now = term;
        return now == null || !now.isLeading() ? OptionalLong.empty() : now.fencingToken();
    }

    /**
     * The fencing token for work that begins now. Other than {@link #fencingToken} it is there while an orderly stop drains as
     * well: the sources of work stop one by one, and what they still let in is ours as long as the lease is.
     */
    public OptionalLong heldFencingToken() {
        Term last = latest;
        return last == null || !last.isLeading() ? OptionalLong.empty() : last.fencingToken();
    }

    /**
     * Does the work, on this thread, if this member may lead for so long yet, as far as the clock tells; see {@link
     * Lease#runIfValid}.
     *
     * @return what the work returned
     * @throws ValidityTooShortException if less is left, or it does not lead: the work was not begun
     * @throws Exception what the work threw
     */
    public <T> T runIfLeader(Duration minRemaining, Callable<T> work) throws Exception {
        OptionRules.atLeast("minRemaining", minRemaining, Duration.ZERO);
        ValidityTooShortException.check("leadership of '" + namespace + "'", remaining(), minRemaining);
        return work.call();
    }

    /** The member that leads, as far as is known here; empty if nobody is known to lead. Asks nobody. */
    public Optional<String> leader() {
        return isLeader() ? Optional.of(memberId()) : knownLeader.get();
    }

    private void enter(Mode wanted) {
        mode = wanted;
        serial.run(() -> {
            Term resumed = leaving;
            leaving = null;
            if (resumed != null && resumed.resume()) {
                lead(resumed);
            } else {
                restart();
            }
        });
    }

    private CompletionStage<Void> leave(Mode next, CompletionStage<?> drained) {
        mode = next;
        Term ended = term;
        term = null; // at once, so that nobody takes us for the leader while the work drains
        CompletableFuture<Void> left = new CompletableFuture<>();
        serial.run(() -> {
            Term led = ended == null ? term : ended; // won at this very moment
            term = null;
            if (led != null && leaving == null) {
                leaving = led;
                led.leave();
                if (next == Mode.OBSERVING) {
                    events.lost(new Loss(Loss.Reason.RELEASED, "disabled"));
                }
            }
            restart();
            Term last = leaving;
            drained.whenComplete((ignored, failure) -> serial.run(() -> release(last, left)));
        });
        return left;
    }

    private void release(@Nullable Term last, CompletableFuture<Void> left) {
        if (last != null && leaving == last) { // else nothing is held, or it was resumed meanwhile
            leaving = null;
            released = last.release().handle(this::warnOfFailure);
        }
        released.whenComplete((done, never) -> left.complete(null)); // also one that an earlier stop began
    }

    private @Nullable Void warnOfFailure(@Nullable Release release, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.warn("Leadership of '{}' could not be released, it expires: {}", namespace, failure.getMessage());
        }
        return null;
    }

    /** Ends what is under way and begins what the mode asks for. */
    private void restart() {
        candidacy.end();
        if (term != null) {
            return;
        }
        switch (mode) {
            case COMPETING -> candidacy.compete();
            case OBSERVING -> candidacy.lookOn();
            case STOPPED -> {}
        }
    }

    private void elected(Optional<HeldLease> won) {
        if (won.isPresent()) {
            new Term(cluster, won.get()).begin(serial, this::lead, this::ended);
        } else if (!candidacy.isUnderWay()) {
            restart();
        }
    }

    private void lead(Term won) {
        if (mode != Mode.COMPETING || candidacy.isUnderWay()) {
            won.release();
            return;
        }
        term = won;
        latest = won;
        knownLeader.clear();
        LOG.info("Leader of '{}', {} ms left, {}", namespace, won.remaining().toMillis(), won.describe());
        events.gained();
    }

    /** The term is over although nobody asked for it. */
    private void ended(Term over, Loss loss) {
        if (leaving == over) {
            leaving = null;
            if (loss.reason() != Loss.Reason.RELEASED) { // as an engine does with all it holds when it is closed
                LOG.warn("Leadership of '{}' lost while its work drained: {}", namespace, loss);
            }
        } else if (term == over) {
            term = null;
            LOG.info("Not leader of '{}' any more: {}", namespace, loss);
            events.lost(loss);
            candidacy.later();
        } else if (term == null && !candidacy.isUnderWay()) {
            candidacy.later(); // lost before it was announced
        }
    }

    /** What an attempt said about the others. */
    private void observed(AttemptResult result) {
        if (result.lease() == null) {
            serial.run(() -> {
                if (mode != Mode.STOPPED && term == null) {
                    knownLeader.learn(result.votes());
                    events.leaderIs(knownLeader.get());
                }
            });
        }
    }
}
