// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one implementation of a lease. Until when it is held stands in {@link Tenure}, how it is extended, healed, verified and
 * released in {@link Extender}, {@link VerificationRound} and {@link Releaser}; all of it is confined to {@code serial}, but for
 * what is said there to be read by any thread.
 */
final class HeldLease implements Lease {

    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);

    private final Cluster cluster;
    private final LeaseRequest request;
    private final List<String> names;
    private final Serial serial = new Serial();
    private final Lineage lineage;
    private final Tenure tenure;
    private final Extender extender;
    private final Releaser releaser;

    private volatile List<Long> fences;
    private volatile Duration asked;

    HeldLease(Cluster cluster, LeaseRequest request, List<Long> fences, Lineage lineage, long deadline) {
        this.cluster = cluster;
        this.request = request;
        this.names = request.names();
        this.fences = fences;
        this.asked = request.ttl();
        this.lineage = lineage;
        this.tenure = new Tenure(cluster, this, deadline);
        this.extender = new Extender(cluster, this, lineage);
        this.releaser = new Releaser(cluster, this, lineage);
    }

    /** Starts the timers; called once, when the lease is granted. */
    void begin() {
        serial.run(() -> {
            tenure.watch();
            extender.begin();
        });
    }

    /** Begins with a takeover wait: extended whatever was requested, until it is held. In {@link #serial}. */
    void keep() {
        tenure.watch();
        extender.keep();
    }

    /** The takeover wait is over, with these fencing tokens. In {@link #serial}. */
    void hold(List<Long> minted) {
        cluster.sawFences(minted);
        fences = minted;
        extender.begin();
    }

    /** Extends and mints new fencing tokens (S-F6); in {@link #serial}. */
    CompletableFuture<ExtensionRound.Result> mint() {
        return extender.mint();
    }

    /** The time the nodes still keep the grant. */
    Duration leftOnNodes() {
        return Duration.ofNanos(deadline() - cluster.nowNotAhead()).plus(drift());
    }

    /** What the deadline is before the time the nodes keep the grant. */
    Duration drift() {
        return cluster.options().drift(asked);
    }

    LeaseRequest request() {
        return request;
    }

    List<Long> fences() {
        return fences;
    }

    Serial serial() {
        return serial;
    }

    long deadline() {
        return tenure.deadline();
    }

    /** A node granted after the attempt had been decided. */
    void joined(int node, Token under, Incarnation memory) {
        serial.run(() -> extender.joined(node, under, memory));
    }

    /** A node votes again, which may have lost the keys meanwhile. */
    void nodeAvailable() {
        serial.run(extender::extendSoon);
    }

    /** The nodes are asked for this time to live; in {@link #serial}. */
    void ask(Duration ttl) {
        asked = ttl;
    }

    /** S-E2; in {@link #serial}. */
    void moveDeadline(long nanos) {
        tenure.moveDeadline(nanos);
    }

    @Override
    public List<String> resources() {
        return names;
    }

    @Override
    public long fencingToken() {
        return new FencingTokens(resources(), fences).only();
    }

    @Override
    public long fencingToken(String resource) {
        return new FencingTokens(resources(), fences).of(resource);
    }

    @Override
    public boolean isValid() {
        return tenure.isRunning();
    }

    long remainingNanos() {
        return tenure.remainingNanos();
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    @Override
    public Optional<Loss> loss() {
        noticeExpiry();
        return Optional.ofNullable(ended());
    }

    @Override
    public Duration extend(Duration ttl) {
        return Waiting.on(extension(ttl));
    }

    @Override
    public CompletionStage<Duration> extendAsync(Duration ttl) {
        return cluster.handOver(extension(ttl));
    }

    private CompletableFuture<Duration> extension(Duration ttl) {
        cluster.checkTtl(ttl);
        return extender.extend(ttl);
    }

    @Override
    public Duration extendBy(Duration added) {
        return Waiting.on(extension(leftAnd(added)));
    }

    @Override
    public CompletionStage<Duration> extendByAsync(Duration added) {
        return cluster.handOver(extension(leftAnd(added)));
    }

    /** The time the nodes still keep the grant, and the added one. */
    private Duration leftAnd(Duration added) {
        OptionRules.atLeast("added", added, Duration.ofMillis(1));
        return remaining().plus(drift()).plus(added);
    }

    @Override
    public Verification verify() {
        return Waiting.on(verification());
    }

    @Override
    public CompletionStage<Verification> verifyAsync() {
        return cluster.handOver(verification());
    }

    private CompletableFuture<Verification> verification() {
        return VerificationRound.begin(cluster, this, lineage);
    }

    @Override
    public String handover(Duration ttl) {
        return Waiting.on(handingOver(ttl));
    }

    @Override
    public CompletionStage<String> handoverAsync(Duration ttl) {
        return cluster.handOver(handingOver(ttl));
    }

    private CompletableFuture<String> handingOver(Duration ttl) {
        cluster.checkTtl(ttl);
        return extender.handOver(ttl).thenApply(Handover::encode);
    }

    @Override
    public Release release() {
        return Waiting.on(giveBack());
    }

    @Override
    public CompletionStage<Release> releaseAsync() {
        return cluster.handOver(giveBack());
    }

    @Override
    public CompletionStage<Release> releaseAsync(Executor on) {
        return cluster.handOver(giveBack(), on);
    }

    CompletableFuture<Release> giveBack() {
        noticeExpiry();
        end(new Loss(Loss.Reason.RELEASED, "")); // at once, so that nobody trusts it while the nodes are told
        CompletableFuture<Release> result = new CompletableFuture<>();
        serial.run(() -> releaser.release(result));
        return result;
    }

    @Override
    public void close() {
        try {
            release();
        } catch (RedlockException unreachable) {
            LOG.warn(
                    "Release of {} on close failed, its keys expire by themselves: {}",
                    request.resources(),
                    unreachable.getMessage());
        }
    }

    @Override
    public void addListener(LeaseListener listener) {
        tenure.events().add(listener);
    }

    /** Calls the engine's own code at once on loss or release, on whatever thread; must be short. */
    void onEnd(Runnable action) {
        tenure.events().addInternal(action);
    }

    @Override
    public void abandon() {
        abandon(new Loss(Loss.Reason.RELEASED, "abandoned: its keys expire by themselves"));
    }

    /** Stops extending and never releases: the keys expire by themselves, for work that is not finished (S-L4). */
    void abandon(Loss why) {
        end(why);
    }

    /** Ends the lease; the first reason is the reason. */
    void end(Loss why) {
        tenure.end(why);
    }

    @Nullable
    Loss ended() {
        return tenure.loss();
    }

    /** S-L2; to be called before anything is done because it is held. */
    void noticeExpiry() {
        tenure.noticeExpiry();
    }

    /** Why it is over when its deadline passed. */
    Loss expiry() {
        return extender.expiry();
    }

    /** Nothing is done for it by itself any more; in {@link #serial}. */
    void stop() {
        extender.stop();
    }

    @Override
    public String toString() {
        Loss why = ended();
        return "Lease on " + request.resources()
                + (why == null ? ", " + remaining().toMillis() + " ms left" : ", " + why);
    }
}
