// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How one member tries to be elected, or looks on: attempts without a limit, one after the other until they are ended. Confined to the
 * {@link Serial} of its election.
 */
final class Candidacy {

    private final Contenders contenders;
    private final LeaseRequest request;
    private final Serial serial;
    private final Consumer<Optional<HeldLease>> whenOver;
    private final Consumer<AttemptResult> observer;

    private @Nullable Acquisition acquisition;
    private Scheduler.@Nullable Timer backOff;

    /**
     * None under way.
     *
     * @param whenOver is given the lease that was won, or empty after a pause, when it is to be tried again
     * @param observer is shown what every attempt came to
     */
    Candidacy(
            Contenders contenders,
            LeaseRequest request,
            Serial serial,
            Consumer<Optional<HeldLease>> whenOver,
            Consumer<AttemptResult> observer) {
        this.contenders = contenders;
        this.request = request;
        this.serial = serial;
        this.whenOver = whenOver;
        this.observer = observer;
    }

    void compete() {
        begin(new Acquisition(
                contenders,
                request,
                (own, until, whenDone) -> contenders.attempt(request, own, until, whenDone),
                observer));
    }

    void lookOn() {
        Cluster cluster = contenders.cluster();
        Acquisition looking = new Acquisition(
                contenders,
                request,
                (own, until, whenDone) -> Inspection.begin(cluster, own, request, whenDone),
                observer);
        begin(looking.onlyLooking());
    }

    boolean isUnderWay() {
        return acquisition != null;
    }

    /** Ends what is under way, and gives back what it may just have won. */
    void end() {
        Acquisition trying = acquisition;
        acquisition = null;
        if (trying != null) {
            trying.abort();
        }
        if (backOff != null) {
            backOff.cancel();
        }
    }

    /** After a term that failed. */
    void later() {
        RedlockOptions options = contenders.cluster().options();
        long pause = options.retryDelay().toNanos()
                + contenders.cluster().randomNanos(options.retryJitter().toNanos());
        backOff = contenders.cluster().afterNanos(pause, () -> serial.run(() -> whenOver.accept(Optional.empty())));
    }

    private void begin(Acquisition next) {
        acquisition = next;
        next.result().whenComplete((lease, failure) -> serial.run(() -> ended(next, lease, failure)));
        contenders.begin(next);
    }

    private void ended(Acquisition by, @Nullable Optional<HeldLease> lease, @Nullable Throwable failure) {
        if (acquisition != by) {
            return; // ended meanwhile; abort gives the lease back
        }
        acquisition = null;
        if (lease != null && lease.isPresent()) {
            whenOver.accept(lease);
        } else if (!(failure instanceof RedlockClosedException)) {
            later(); // not expected of attempts without a limit, but an election must never end by itself
        }
    }
}
