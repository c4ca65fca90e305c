// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.function.UnaryOperator;

/**
 * The engine: locks and leader elections over N independent Redis masters by the Redlock algorithm.
 *
 * <p>An answer has one of three shapes: a lease; empty, when somebody else holds; an exception, when that cannot be known
 * ({@link QuorumUnreachableException}). Nodes that are down, at the start too, are no error: the engine connects in the
 * background and lets them take part when they come. Safe for use by several threads; one per set of nodes and process is
 * enough.
 */
public final class Redlock implements AutoCloseable {

    private final Cluster cluster;
    private final Contenders contenders;
    private final Membership membership;
    private final ThreadHolds threadHolds = new ThreadHolds();
    private final Shutdown shutdown;

    /**
     * An engine on these nodes, which it starts now and closes with itself.
     *
     * @throws IllegalArgumentException if there are none
     */
    public Redlock(List<? extends Node> nodes, RedlockOptions options, Environment environment) {
        this(NodeLists.of(nodes), options, environment);
    }

    /** The same, on a list of nodes that may be changing. */
    public Redlock(NodeLists nodes, RedlockOptions options, Environment environment) {
        cluster = new Cluster(nodes, options, environment);
        contenders = new Contenders(cluster);
        membership = new Membership(cluster, contenders.wakeups());
        shutdown = new Shutdown(cluster, contenders, membership);
        cluster.nodes().forEach(node -> node.start(contenders.wakeups()));
    }

    /** The options in force. */
    public RedlockOptions options() {
        return cluster.options();
    }

    /** A request for all of these resources or none, with the engine's defaults, not extended automatically. */
    public LeaseRequest request(String... resources) {
        return LeaseRequest.of(options(), resources);
    }

    /**
     * Makes exactly one attempt.
     *
     * @return the lease, or empty if somebody else holds one of the resources
     * @throws QuorumUnreachableException if too few nodes answered to know
     * @throws TakeoverPendingException if the last holder may still hold, which one attempt does not wait for
     */
    public Optional<Lease> tryAcquire(String... resources) {
        return tryOnce(request(resources).timeout(Duration.ZERO));
    }

    Optional<Lease> tryOnce(LeaseRequest request) {
        return Waiting.on(contend(request).result()).map(lease -> lease);
    }

    /**
     * Tries until the request's time or number of attempts is used up.
     *
     * @return the lease, or empty if somebody else held one of the resources all the time
     * @throws QuorumUnreachableException if at the last attempt too few nodes answered to know
     * @throws TakeoverPendingException if the last holder may still hold for longer than the rest of the time
     * @throws InterruptedException if interrupted while waiting; no key is left behind
     */
    public Optional<Lease> acquire(LeaseRequest request) throws InterruptedException {
        Acquisition acquisition = contend(request);
        try {
            return Waiting.interruptiblyOn(acquisition.result()).map(lease -> lease);
        } catch (InterruptedException interrupted) {
            acquisition.abort();
            throw interrupted;
        }
    }

    /** {@link #acquire} without waiting. Cancelling the future ends the attempts and leaves no key behind. */
    public CompletableFuture<Optional<Lease>> acquireAsync(LeaseRequest request) {
        return acquireAsync(request, cluster.environment().callbacks());
    }

    /**
     * {@link #acquireAsync(LeaseRequest)} for who has threads of their own for what follows: the future is completed on this executor,
     * instead of on the engine's threads for callbacks, from which most would only pass it on.
     */
    public CompletableFuture<Optional<Lease>> acquireAsync(LeaseRequest request, Executor on) {
        Acquisition acquisition = contend(request);
        CompletableFuture<Optional<Lease>> theirs = new CompletableFuture<>();
        acquisition
                .result()
                .whenComplete((lease, failure) -> cluster.callBack(on, () -> {
                    if (failure != null) {
                        theirs.completeExceptionally(failure);
                    } else if (!theirs.complete(lease.map(held -> held))) {
                        lease.ifPresent(HeldLease::giveBack); // cancelled at the last moment
                    }
                }));
        theirs.whenComplete((lease, failure) -> {
            if (theirs.isCancelled()) {
                acquisition.abort();
            }
        });
        return theirs;
    }

    /** {@link #adopt(String, UnaryOperator)} for the time to live the lease had, not extended automatically. */
    public Lease adopt(String handover) {
        return adopt(handover, request -> request);
    }

    /**
     * Goes on with a lease that another process handed over (S-O, {@link Lease#handover}). Its fencing tokens are higher than the
     * giver's.
     *
     * @param as how to hold it: given a request for the resources with the time to live they were acquired for
     * @throws LeaseLostException if it was adopted already, or not in time; the loss says which
     * @throws QuorumUnreachableException if too few nodes answered
     * @throws IllegalArgumentException if the string is none of {@link Lease#handover}, or from an engine on other nodes
     */
    public Lease adopt(String handover, UnaryOperator<LeaseRequest> as) {
        return Waiting.on(adoption(handover, as));
    }

    /** {@link #adopt(String, UnaryOperator)} without waiting. What is wrong with the string is thrown at once. */
    public CompletableFuture<Lease> adoptAsync(String handover, UnaryOperator<LeaseRequest> as) {
        return cluster.handOver(adoption(handover, as).thenApply(lease -> lease));
    }

    private CompletableFuture<HeldLease> adoption(String text, UnaryOperator<LeaseRequest> as) {
        Handover handover = Handover.decode(text);
        LeaseRequest request =
                as.apply(LeaseRequest.of(options(), handover.names()).ttl(Duration.ofMillis(handover.ttlMillis())));
        cluster.checkTtl(request.ttl());
        Adoption adoption = new Adoption(cluster, handover, request);
        adoption.check();
        return contenders.adopt(adoption);
    }

    /**
     * Acquires, runs the work with automatic extension and an abort signal, and releases whatever happens.
     *
     * @return what the work returned, or empty if somebody else held one of the resources all the time
     * @throws LeaseLostException if the lease was lost before the work returned
     * @throws Exception what the work threw
     */
    public <T> Optional<T> use(LeaseRequest request, Work<T> work) throws Exception {
        Optional<Lease> acquired = acquire(request.autoExtend(true));
        if (acquired.isEmpty()) {
            return Optional.empty();
        }
        try (Lease lease = acquired.get()) {
            AbortSignal signal = new LeaseSignal(lease);
            T result = work.run(lease, signal);
            signal.throwIfAborted();
            return Optional.of(result);
        }
    }

    /**
     * A re-entrant lock for code written against {@link Lock}, owned by the thread that took it and extended automatically.
     * All views of one resource share their holds.
     */
    public Lock lock(String resource) {
        return new ThreadLock(this, resource, threadHolds);
    }

    /** Takes part in the election of a namespace, once it is started. */
    public LeaderElection election(String namespace, ElectionListener listener) {
        cluster.check(Resource.leadership(namespace));
        return shutdown.include(new LeaderElection(contenders, namespace, listener));
    }

    /** Who takes part in the cluster, and whether this engine does. */
    public Membership membership() {
        return membership;
    }

    /** How many leases are held now, those of leaderships too. */
    public int leases() {
        return contenders.leases().size();
    }

    /** How many acquisitions are under way now: callers that wait, and elections that do not lead. */
    public int waiters() {
        return contenders.waiters();
    }

    /** What is known of each node now, in their order: whether it votes, and what its grants are worth as evidence. */
    public List<NodeReport> nodes() {
        return cluster.report();
    }

    /** Whether enough nodes vote now; of both lists, while they change. */
    public boolean hasQuorum() {
        return cluster.hasQuorum();
    }

    /** What is known of each node now, for people: {@code ok}, or why it does not vote. */
    public Map<String, String> nodeConditions() {
        return cluster.conditions();
    }

    /**
     * To be called before the process is frozen in a way that may stop all its clocks, as a checkpoint does (S-L1): whatever is
     * held, leadership too, is lost now. It is not released, as its work is frozen with it; the keys expire. Until {@link
     * #afterRestore} nothing is granted that could be trusted. Idempotent.
     */
    public void beforeCheckpoint() {
        contenders.interrupt(new Loss(Loss.Reason.EXPIRED, "a checkpoint of this process was taken"));
    }

    /** To be called when the process goes on after {@link #beforeCheckpoint}: elections and attempts go on as well. Idempotent. */
    public void afterRestore() {
        contenders.resume();
    }

    /**
     * Looks who holds a lock, without an attempt to get it.
     *
     * @return the holder a quorum names; empty if a quorum answered and names nobody. The stage fails with {@link
     *     QuorumUnreachableException} if too few nodes answered to know
     */
    public CompletionStage<Optional<Holder>> inspectAsync(String resource) {
        LeaseRequest request = request(resource);
        check(request);
        CompletableFuture<Optional<Holder>> seen = new CompletableFuture<>();
        Inspection.begin(cluster, new Serial(), request, result -> Holder.complete(seen, request, result, cluster));
        return cluster.handOver(seen);
    }

    /**
     * Refuses what no attempt could make a lease of, as every attempt does; nothing is sent.
     *
     * @throws IllegalArgumentException if the nodes can keep no key for a resource, or the ttl is out of range
     */
    public void check(LeaseRequest request) {
        cluster.checkTtl(request.ttl());
        request.resources().forEach(cluster::check);
    }

    private Acquisition contend(LeaseRequest request) {
        check(request);
        Acquisition acquisition = new Acquisition(
                contenders,
                request,
                (own, until, whenDone) -> contenders.attempt(request, own, until, whenDone),
                result -> {});
        contenders.begin(acquisition);
        return acquisition;
    }

    /**
     * Removes whatever anybody holds of a resource, for an operator who knows that the holder will not come back (S-R6). Whoever
     * acquires it next waits until the removed holder must know that it holds no more; the holder itself knows at its next
     * extension, which ends its lease with {@link Loss.Reason#FORCE_RELEASED}.
     *
     * <p><strong>With {@link Takeover#CLASSIC} nobody waits</strong>: the removed holder and the next one may hold at once, for as
     * long as the removed one does not look at the nodes.
     *
     * @param resource a lock or a leadership
     * @return who was removed, and what each node did
     * @throws QuorumUnreachableException if too few nodes answered: what the others keep stands in the way until it expires
     */
    public ForcedRelease forceRelease(Resource resource) {
        cluster.check(resource);
        return Waiting.on(Forcing.begin(cluster, resource));
    }

    /** {@link #forceRelease} without waiting. The stage fails with the same exceptions. */
    public CompletionStage<ForcedRelease> forceReleaseAsync(Resource resource) {
        cluster.check(resource);
        return cluster.handOver(Forcing.begin(cluster, resource));
    }

    /** Ends what waits, releases, disconnects; within a few times the time for a vote, also if its threads are gone. Idempotent. */
    @Override
    public void close() {
        shutdown.run();
    }

    /** {@link #close} without waiting, and without disconnecting. */
    CompletableFuture<Void> end() {
        return shutdown.begin();
    }
}
