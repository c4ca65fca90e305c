// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Redis master as far as the engine can tell: what the scripts do, in memory and virtual time, with a clock of its own and a
 * memory it can lose. Kept honest by running the same commands against a real one. Not safe for use by several threads.
 */
public final class ModelServer {

    private final VirtualTime time;
    private final String name;
    private final List<ModelNode> links = new ArrayList<>();
    private final long[] counts = new long[Verb.values().length];

    private ModelStore store = new ModelStore();
    private @Nullable ModelStore snapshot;
    private long longestMillis = 10_000;
    private long steppedMillis;
    private int attached;
    private int run;
    private int replication;
    private String runId = "";
    private String replicationId = "";
    private String neverClean = "";
    private boolean showsMemory = true;
    private Runnable whenExecuted = () -> {};
    private List<Long> fresh = List.of();
    private List<Token> minted = List.of();
    private long heals;
    private long waits;
    private long secondRounds;

    /** Empty, with a marker that says it has been so for long. */
    public ModelServer(VirtualTime time, String name) {
        this.time = time;
        this.name = name;
        restart();
        store.mark("0:" + runId() + ":" + replicationId() + ":0");
    }

    String name() {
        return name;
    }

    List<ModelNode> links() {
        return List.copyOf(links);
    }

    void detach(ModelNode link) {
        links.remove(link);
    }

    /** Which of its connections it is. */
    int attach(ModelNode link) {
        links.add(link);
        return ++attached;
    }

    /** The longest ttl of the cluster, by which proposals are kept near the clock. */
    public void longest(Duration ttl) {
        longestMillis = ttl.toMillis();
    }

    /** What its clock shows. */
    public long nowMillis() {
        return time.wallMillis() + steppedMillis;
    }

    String runId() {
        return runId;
    }

    String replicationId() {
        return replicationId;
    }

    /** Forgets everything, as a restart without persistence does. */
    void forget() {
        restart();
        store = new ModelStore();
    }

    /** A restart that finds everything on disk. */
    void restart() {
        runId = name + "-run" + ++run;
        replicationId = name + "-data" + ++replication;
    }

    /** FLUSHALL: the same process, and nothing left. */
    void flush() {
        store = new ModelStore();
    }

    void save() {
        snapshot = store.copy();
    }

    /** A restart that finds what was saved last. */
    void rewind() {
        restart();
        store = snapshot == null ? new ModelStore() : snapshot.copy();
    }

    /** REPLICAOF another and back: other data in the same process. */
    void replaceData() {
        replicationId = name + "-data" + ++replication;
        store = snapshot == null ? new ModelStore() : snapshot.copy();
    }

    void stepClock(Duration ahead) {
        steppedMillis += ahead.toMillis();
    }

    /** Why it can never be relied on; empty again if it can. */
    void neverClean(String reason) {
        neverClean = reason;
    }

    /** Whether it may be asked who it is. */
    void showMemory(boolean value) {
        showsMemory = value;
    }

    /** Another client, one of another library maybe, takes the resource. */
    void takeBy(String member, Resource resource, Duration ttl) {
        long end = nowMillis() + ttl.toMillis();
        store.put(resource, new ModelStore.Own("foreign", end));
        ModelStore.Meta meta = store.meta(resource);
        store.put(resource, new ModelStore.Meta(meta.counter(), member, end, meta.vanishedMillis()));
    }

    /** The key is deleted behind everybody's back. */
    void delete(Resource resource) {
        store.remove(resource);
    }

    /** The key and all that is kept beside it. */
    void deleteAll(Resource resource) {
        store.remove(resource);
        store.removeMeta(resource);
    }

    void setCounter(Resource resource, long value) {
        ModelStore.Meta meta = store.meta(resource);
        store.put(resource, new ModelStore.Meta(value, meta.member(), meta.endMillis(), meta.vanishedMillis()));
    }

    /** Until when the resource is held; empty if it is free. */
    Optional<Duration> timeLeft(Resource resource) {
        return Optional.ofNullable(store.own(resource, nowMillis()))
                .map(own -> Duration.ofMillis(own.endMillis() - nowMillis()));
    }

    boolean isHeld(Resource resource) {
        return store.own(resource, nowMillis()) != null;
    }

    /** How often it was asked this. */
    long count(Verb verb) {
        return counts[verb.ordinal()];
    }

    /** How many grants it got back after it had lost them. */
    long heals() {
        return heals;
    }

    /** How many leases minted their tokens anew here, after a wait. */
    long waits() {
        return waits;
    }

    /** How many leases had their tokens raised here by the message after the one that minted. */
    long secondRounds() {
        return secondRounds;
    }

    /** Is run after every command. */
    void whenExecuted(Runnable action) {
        whenExecuted = action;
    }

    /** Replaces the marker if it still is the expected one, for the server and data the writer took this for (S-T2). */
    public void mark(Incarnation seen, String random) {
        if (store.marker().equals(seen.marker())) {
            store.mark(random + ":" + seen.runId() + ":" + seen.replicationId() + ":" + nowMillis());
        }
    }

    /** Who it is, and what its clock shows, without a command. */
    Evidence check() {
        Incarnation shown =
                new Incarnation(store.marker(), showsMemory ? runId() : "", showsMemory ? replicationId() : "");
        return new Evidence(shown, new ClockSample(nowMillis(), 0, 0), false, neverClean);
    }

    private void count(Command command, Answer answer) {
        boolean agreed = answer.outcome() == Outcome.OK || answer.outcome() == Outcome.GRANTED;
        switch (command.verb()) {
            case HEAL -> heals += agreed ? 1 : 0;
            case ACQUIRE -> fresh = agreed ? answer.fences() : List.of();
            case MINT -> {
                waits += agreed && !minted.equals(command.tokens()) ? 1 : 0;
                minted = command.tokens();
                fresh = agreed ? answer.fences() : List.of();
            }
            case EXTEND -> {
                secondRounds += agreed && !fresh.isEmpty() && !fresh.equals(answer.fences()) ? 1 : 0;
                fresh = List.of();
            }
            default -> fresh = List.of();
        }
    }

    /** Runs the script of the command; the answer shows memory and clock, but not when it was sent and received. */
    public Answer execute(Command command) {
        counts[command.verb().ordinal()]++;
        Evidence before = check(); // the marker is read before anything is written
        ModelScript script = new ModelScript(store, command, nowMillis(), longestMillis);
        Answer answer = script.run();
        if (command.verb() != Verb.UNDO) {
            script.released().forEach(resource -> links.forEach(link -> link.hear(resource)));
        }
        if (script.changesMembers()) {
            links.forEach(link -> link.hear(Resource.MEMBERS));
        }
        count(command, answer);
        whenExecuted.run();
        return answer.withEvidence(
                new Evidence(before.incarnation(), before.clock(), script.isVanished(), before.neverClean()));
    }
}
