// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes of one engine with its options, clocks and timers: what every round needs. Safe for use by several threads. */
final class Cluster {

    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

    private final List<Node> nodes;
    private final Quorum quorum;
    private final RedlockOptions options;
    private final Environment environment;
    private final Metrics metrics;
    private final TakeoverRule rule;
    private final List<NodeWatch> watches;
    private final NodeClocks clocks;
    private final List<ClockLog> clockLogs;
    private final Duration grid;
    private final AtomicLong highestFence = new AtomicLong();

    Cluster(NodeLists lists, RedlockOptions options, Environment environment) {
        this.nodes = lists.all();
        this.quorum = lists.quorum();
        this.options = options;
        this.environment = environment;
        this.metrics = GuardedMetrics.of(environment.metrics());
        this.rule = new TakeoverRule(
                options.takeover(), quorum, options.longestHold().toNanos());
        this.clocks = new NodeClocks(this.nodes.size(), options.slowestLook().toNanos());
        this.grid = options.extendPeriod().dividedBy(10);
        this.watches = this.nodes.stream().map(node -> new NodeWatch(options)).toList();
        int count = lists.nodes().size();
        if (count % 2 == 0) {
            LOG.info("{} nodes tolerate no more failures than {}: an odd number is better", count, count - 1);
        }
        this.clockLogs = this.nodes.stream()
                .map(node -> new ClockLog(node.name(), options.slowestLook()))
                .toList();
    }

    List<Node> nodes() {
        return nodes;
    }

    int size() {
        return nodes.size();
    }

    Quorum quorum() {
        return quorum;
    }

    Map<String, String> conditions() {
        Map<String, String> conditions = new LinkedHashMap<>();
        nodes.forEach(node -> conditions.put(node.name(), node.condition()));
        return conditions;
    }

    /** Whether enough nodes vote now. */
    boolean hasQuorum() {
        BitSet voting = new BitSet();
        IntStream.range(0, size())
                .filter(node -> nodes.get(node).condition().equals("ok"))
                .forEach(voting::set);
        return quorum.isReachedBy(voting);
    }

    RedlockOptions options() {
        return options;
    }

    Environment environment() {
        return environment;
    }

    Metrics metrics() {
        return metrics;
    }

    /** The monotonic clock, in nanoseconds; what deadlines are judged by. */
    long now() {
        return environment.ticker().nanos();
    }

    /** The same clock, read cheaply and never ahead: for the start of rounds, and for pauses. */
    long nowNotAhead() {
        return environment.ticker().nanosNotAhead();
    }

    /** Refuses a resource the nodes can keep no key for, before anything is sent. */
    void check(Resource resource) {
        nodes.get(0).check(resource);
    }

    /** Refuses a time to live nothing can come of, before anything is sent. */
    void checkTtl(Duration ttl) {
        OptionRules.ttl(ttl, options.drift());
        OptionRules.atMost("ttl", ttl, "maxTtl", options.maxTtl());
        OptionRules.atMost("ttl", ttl, "previousMaxTtl", options.previousMaxTtl());
    }

    Scheduler.Timer after(Duration delay, Runnable task) {
        return afterNanos(delay.toNanos(), task);
    }

    /** If the timers are shut down the task is dropped: what is under way then, releases above all, must go on without. */
    Scheduler.Timer afterNanos(long delayNanos, Runnable task) {
        try {
            return environment.scheduler().schedule(task, Math.max(0, delayNanos));
        } catch (RejectedExecutionException shutDown) {
            return () -> {};
        }
    }

    /** The step to which due times of extensions are aligned, so that they share batches. */
    Duration grid() {
        return grid;
    }

    /** At most this delay, ending on the grid. */
    long aligned(Duration delay) {
        long now = nowNotAhead();
        long due = now + delay.toNanos();
        long early = due - Math.floorMod(due, grid.toNanos()) - now;
        return early > 0 ? early : delay.toNanos();
    }

    /** Passes a result on to the user's continuations, which must not run on the thread of a node or timer. */
    <T> CompletableFuture<T> handOver(CompletableFuture<T> result) {
        return handOver(result, environment.callbacks());
    }

    /** The same, on threads of the caller's choice. */
    <T> CompletableFuture<T> handOver(CompletableFuture<T> result, Executor on) {
        CompletableFuture<T> theirs = new CompletableFuture<>();
        result.whenComplete((value, failure) -> callBack(on, () -> settle(theirs, value, failure)));
        return theirs;
    }

    private static <T> void settle(CompletableFuture<T> future, T value, @Nullable Throwable failure) {
        if (failure == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(failure);
        }
    }

    /** Runs the user's code; here and now if its threads are shut down, as somebody may wait for it. */
    void callBack(Runnable theirs) {
        callBack(environment.callbacks(), theirs);
    }

    /** The same, on threads of the caller's choice. */
    void callBack(Executor on, Runnable theirs) {
        try {
            on.execute(theirs);
        } catch (RejectedExecutionException shutDown) {
            theirs.run();
        }
    }

    /** A random part of the given time, in nanoseconds. */
    long randomNanos(long boundNanos) {
        return boundNanos <= 0 ? 0 : environment.random().nextLong(boundNanos);
    }

    Token newToken() {
        return Token.next(environment.random());
    }

    /** What a lease acquired for this long may be trusted for. */
    Validity validity(Duration ttl) {
        return new Validity(ttl, options.drift(ttl));
    }

    /** What must be known of the nodes for a takeover. */
    TakeoverRule rule() {
        return rule;
    }

    /** Hands a command to a node; what a node throws against its contract is a failed vote, never the end of a round. */
    Optional<Answer> submit(int node, Call call) {
        try {
            return nodes.get(node).submit(call);
        } catch (RuntimeException broken) {
            return Optional.of(Answer.failed("the node's client failed: " + broken));
        }
    }

    /** A command that wants no answer. */
    void tell(int node, Command command) {
        submit(node, call(node, command, answer -> {}));
    }

    /** A call whose answer is looked at for what it shows of the node before it goes to the recipient. */
    Call call(int node, Command command, Consumer<Answer> recipient) {
        return new Call(command, answer -> {
            observe(node, answer.evidence());
            recipient.accept(answer);
        });
    }

    /** Takes into account what a node showed of its memory and clock. */
    void observe(int node, Evidence evidence) {
        clocks.observe(node, evidence.clock());
        if (options.takeover() != Takeover.CLASSIC && !evidence.equals(Evidence.NONE)) {
            boolean isTogether = watches.get(node).observe(evidence, environment.ticker()::nanos);
            clockLogs.get(node).observe(evidence.clock(), isTogether);
        }
    }

    /** What a grant is worth as evidence that nobody else can hold. */
    Cleanness judge(int node, Answer grant) {
        return options.takeover() == Takeover.CLASSIC
                ? Cleanness.CLEAN
                : watches.get(node).judge(grant.evidence());
    }

    /** The memory that gave the answer, as far as it matters here: classic Redlock does not tell one from another. */
    Incarnation memoryShown(Answer answer) {
        return options.takeover() == Takeover.CLASSIC
                ? Incarnation.UNKNOWN
                : answer.evidence().incarnation();
    }

    /** What is known of each node now. */
    List<NodeReport> report() {
        return IntStream.range(0, size()).mapToObj(this::report).toList();
    }

    private NodeReport report(int index) {
        Node node = nodes.get(index);
        NodeWatch watch = watches.get(index);
        Cleanness foreseen = options.takeover() == Takeover.CLASSIC ? Cleanness.CLEAN : watch.foresee();
        Duration doubtful =
                foreseen.equals(Cleanness.CLEAN) ? Duration.ZERO : Duration.ofNanos(watch.doubtfulForNanos(now()));
        return new NodeReport(node.name(), node.condition(), foreseen.reason(), doubtful, node.remark());
    }

    /** A node that keeps a grant but does not show which memory it is in has no vote: its forgetting would go unseen. */
    Vote vote(int node, Verb verb, Answer answer) {
        Vote vote = Vote.of(nodes.get(node).name(), answer);
        boolean watched = options.takeover() == Takeover.CLASSIC
                || answer.evidence().incarnation().isKnown();
        return watched || !verb.isGrant() || vote.kind() != Vote.Kind.GRANTED ? vote : unwatched(vote);
    }

    private Vote unwatched(Vote vote) {
        String why = vote.answer().evidence().neverClean();
        return Vote.of(
                vote.node(),
                Answer.failed("agreed, but whether it keeps its memory cannot be told"
                        + (why.isEmpty() ? "" : ": " + why) + " (option takeover)"));
    }

    Vote unanswered(int node, Duration timeout) {
        return Vote.unanswered(nodes.get(node).name(), timeout.toMillis());
    }

    /**
     * The client's proposal for a fencing token (S-F1): above all this engine has seen, and by the clock, so that nodes that lost
     * their counters agree at once. The nodes' clock is preferred to ours: what they do not believe costs a second round trip,
     * though never order.
     */
    private long proposeFence() {
        long millis = clocks.millis(nowNotAhead()).orElseGet(environment.ticker()::wallMillis);
        return Math.max(highestFence.get() + 1, millis * 1024);
    }

    /** A proposal for each of so many resources; none without fencing. */
    List<Long> proposals(int resources) {
        return options.fencing() ? Collections.nCopies(resources, proposeFence()) : List.of();
    }

    void sawFences(List<Long> fences) {
        fences.forEach(fence -> highestFence.accumulateAndGet(fence, Math::max));
    }
}
