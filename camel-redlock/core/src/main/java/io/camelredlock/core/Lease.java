// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * One hold on one or more resources, until its deadline and no longer.
 *
 * <p>A lease belongs to no thread: whoever has the object may extend or release it, on any thread. Whether it is valid is
 * judged by the clock at the call, so the answer is right even if the process was paused a moment ago. Once lost or
 * released a lease stays so; a new hold is a new lease with a new fencing token. Safe for use by several threads.
 *
 * <p>No lease protects against a pause <em>between</em> the check and the effect. What can check a number should be given
 * the {@link #fencingToken()}.
 */
public interface Lease extends AutoCloseable {

    /** The names of what is held, sorted. */
    List<String> resources();

    /**
     * The fencing token of the only resource: greater than that of every earlier holder, fixed for the life of the lease.
     *
     * @throws IllegalStateException if there are several resources, or the engine runs without fencing
     */
    long fencingToken();

    /**
     * The fencing token of one of the resources.
     *
     * @throws IllegalArgumentException if the lease does not hold a resource of this name
     * @throws IllegalStateException if the engine runs without fencing
     */
    long fencingToken(String resource);

    /** Whether the lease is held and its deadline has not passed, judged now. */
    boolean isValid();

    /** How long the lease can still be trusted; zero if it is not valid. */
    Duration remaining();

    /** Why and how the lease ended; empty while it is valid. */
    Optional<Loss> loss();

    /**
     * Asks the nodes whether they still keep the lease, in one round trip, and changes nothing there: it is not extended. For the
     * moment before something that cannot be undone, as it finds out what no clock of this process can: that a whole machine
     * stood still, its clocks included, or that nodes lost their memory.
     *
     * <p>If so many nodes no longer keep it that no quorum is left, no extension could succeed any more: the lease is lost from
     * then on, as it would be at its next extension. If too few answered to know, nothing changes. What is found is never thrown.
     */
    Verification verify();

    /** {@link #verify()} without waiting. The stage does not fail. */
    CompletionStage<Verification> verifyAsync();

    /**
     * Does the work, on this thread, if the lease will be valid for so long yet, as far as the clock tells. Give it the time the
     * work takes at most, its own time-outs included: nothing interrupts work that takes longer.
     *
     * @return what the work returned
     * @throws LeaseLostException if it is no longer held: the work was not begun
     * @throws ValidityTooShortException if less is left: the work was not begun
     * @throws Exception what the work threw
     */
    default <T> T runIfValid(Duration minRemaining, Callable<T> work) throws Exception {
        OptionRules.atLeast("minRemaining", minRemaining, Duration.ZERO);
        Optional<Loss> loss = loss();
        if (loss.isPresent()) {
            throw new LeaseLostException(resources(), loss.get());
        }
        ValidityTooShortException.check("lease on " + resources(), remaining(), minRemaining);
        return work.call();
    }

    /**
     * Sets the time to live to {@code ttl} from now. A shorter one takes effect at once, whatever the nodes answer.
     *
     * @return what remains of the lease
     * @throws LeaseLostException if it is no longer held
     * @throws QuorumUnreachableException if too few nodes answered: the old deadline still holds
     * @throws IllegalArgumentException if {@code ttl} is out of range
     */
    Duration extend(Duration ttl);

    /** {@link #extend(Duration)} without waiting. The stage fails with the same exceptions. */
    CompletionStage<Duration> extendAsync(Duration ttl);

    /** Adds to what remains: sends one absolute time to live, remaining plus {@code added}, to all nodes. */
    Duration extendBy(Duration added);

    /** {@link #extendBy(Duration)} without waiting. */
    CompletionStage<Duration> extendByAsync(Duration added);

    /**
     * Passes the lease on to another process (S-O): extends it a last time, to {@code ttl}, and ends it here. Who gets the string
     * within that time can {@link Redlock#adopt} it, once, and holds then with a higher fencing token and without anybody else in
     * between. The string is as secret as the lease; any header can carry it.
     *
     * @throws LeaseLostException if it is no longer held
     * @throws QuorumUnreachableException if too few nodes answered: it is still held here
     * @throws IllegalArgumentException if {@code ttl} is out of range
     */
    String handover(Duration ttl);

    /** {@link #handover} without waiting. The stage fails with the same exceptions. */
    CompletionStage<String> handoverAsync(Duration ttl);

    /**
     * Gives the resources back on all nodes, those that fell silent included. May be repeated, for instance after it failed.
     *
     * @return what was found
     * @throws QuorumUnreachableException if too few nodes answered; the keys expire by themselves
     */
    Release release();

    /** {@link #release()} without waiting. */
    CompletionStage<Release> releaseAsync();

    /** {@link #releaseAsync()} whose stage is completed on this executor, instead of on the engine's threads for callbacks. */
    CompletionStage<Release> releaseAsync(Executor on);

    /**
     * Gives the lease up without telling the nodes: it is neither extended nor released, its keys expire by themselves. For
     * work that may go on when its process stops, and that nobody else should begin meanwhile.
     */
    void abandon();

    /** Tells the listener once when the lease is lost; at once if it is already. Not told of a release. */
    void addListener(LeaseListener listener);

    /** Releases; what goes wrong is logged, so that it does not hide an exception of the guarded work. */
    @Override
    void close();
}
