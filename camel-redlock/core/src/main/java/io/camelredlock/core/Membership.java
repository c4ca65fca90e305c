// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * Who takes part in the cluster: the members that stand on at least one node that can be reached. Advisory: nothing that must be
 * safe rests on it.
 *
 * <p>Who stands does so anew once per ttl, however many elections the engine takes part in, and is gone three times the ttl after
 * it died, or at once after {@link #leave}; the others are told by the nodes. While nobody stands or watches here, no node is
 * asked anything. No method blocks or throws because of Redis. Safe for use by several threads.
 */
public final class Membership {

    private static final int LIVES = 3;

    private final Cluster cluster;
    private final Wakeups wakeups;
    private final Serial serial = new Serial();
    private final Roster roster;
    private final Set<Runnable> watchers = new CopyOnWriteArraySet<>();
    private final Wakeups.Waiter waiter = new Bell();

    private volatile Set<String> present = Set.of();
    private boolean standing;
    private boolean closed;
    private boolean listening;
    private boolean lookingSoon;
    private long looks;
    private Scheduler.@Nullable Timer nextLook;
    private Scheduler.@Nullable Timer nextEnd;

    Membership(Cluster cluster, Wakeups wakeups) {
        this.cluster = cluster;
        this.wakeups = wakeups;
        this.roster = new Roster(cluster.size());
    }

    /** Stands among the members from now on, in the background. Idempotent. */
    public void join() {
        serial.run(() -> {
            if (!standing && !closed) {
                standing = true;
                look();
            }
        });
    }

    /**
     * Stands among them no more.
     *
     * @return completes when the nodes that can be reached know
     */
    public CompletionStage<Void> leave() {
        CompletableFuture<Void> left = new CompletableFuture<>();
        serial.run(() -> {
            if (standing) {
                standing = false;
                ask(Duration.ZERO, cluster.options().memberId(), left);
                schedule();
            } else {
                left.complete(null);
            }
        });
        return left;
    }

    /** The ids of the members as far as is known, sorted; this one too, if it stands. Asks nobody; empty if nobody watches or stands. */
    public Set<String> members() {
        return present;
    }

    /**
     * Looks at the members from now on, and says when they change.
     *
     * @param changed called on a thread for the user's code; if it was added before, nothing happens
     */
    public void watch(Runnable changed) {
        serial.run(() -> {
            if (!closed && watchers.add(changed)) {
                look();
            }
        });
    }

    /** Ends {@link #watch}. */
    public void unwatch(Runnable changed) {
        serial.run(() -> {
            watchers.remove(changed);
            schedule();
        });
    }

    CompletableFuture<Void> close() {
        serial.run(() -> {
            closed = true;
            watchers.clear();
        });
        return leave().toCompletableFuture();
    }

    private boolean isWanted() {
        return standing || !watchers.isEmpty();
    }

    /** Stands anew, if it stands, and sees who does. */
    private void look() {
        lookingSoon = false;
        if (isWanted()) {
            ask(
                    standing ? cluster.options().ttl().multipliedBy(LIVES) : Duration.ZERO,
                    standing ? cluster.options().memberId() : "",
                    new CompletableFuture<>());
        }
        schedule();
    }

    private void ask(Duration stay, String who, CompletableFuture<Void> done) {
        Command stand = new Command(Verb.STAND, List.of(), List.of(), stay.toMillis(), List.of(), who);
        Round.begin(cluster, serial, cluster.options().nodeTimeout(), node -> stand, new Look(++looks, done));
    }

    /** The next look is due after one ttl, or never if nobody wants it. */
    private void schedule() {
        if (nextLook != null) {
            nextLook.cancel();
            nextLook = null;
        }
        if (isWanted()) {
            nextLook = cluster.afterNanos(cluster.aligned(cluster.options().ttl()), () -> serial.run(this::look));
        }
        listen(isWanted());
        update();
    }

    private void listen(boolean wanted) {
        if (wanted && !listening) {
            wakeups.add(Resource.MEMBERS, waiter);
        } else if (!wanted && listening) {
            wakeups.remove(Resource.MEMBERS, waiter);
        }
        listening = wanted;
    }

    /** All nodes tell the same, and many members may be told at once. */
    private void lookSoon() {
        if (isWanted() && !lookingSoon) {
            lookingSoon = true;
            long pause = cluster.randomNanos(cluster.options().nodeTimeout().toNanos());
            cluster.afterNanos(pause, () -> serial.run(this::look));
        }
    }

    private void update() {
        long now = cluster.now();
        SortedSet<String> members = isWanted() ? roster.at(now) : new TreeSet<>();
        members.remove(cluster.options().memberId());
        if (standing) {
            members.add(cluster.options().memberId());
        }
        if (!members.equals(present)) {
            present = Collections.unmodifiableSortedSet(members);
            watchers.forEach(cluster::callBack);
        }
        if (nextEnd != null) {
            nextEnd.cancel();
            nextEnd = null;
        }
        long left = roster.nanosToNextEnd(now);
        if (isWanted() && left < Long.MAX_VALUE) {
            nextEnd = cluster.afterNanos(left, () -> serial.run(this::update));
        }
    }

    /** One question to all nodes. */
    private final class Look implements Round.Course {

        private final long number;
        private final CompletableFuture<Void> done;

        Look(long number, CompletableFuture<Void> done) {
            this.number = number;
            this.done = done;
        }

        @Override
        public boolean isDecided(Votes votes) {
            return false; // each node's word counts
        }

        @Override
        public Vote judged(int node, Vote vote) {
            if (vote.kind() == Vote.Kind.GRANTED) {
                roster.answered(node, number, vote.answer().members(), cluster.now());
                update();
            }
            return vote;
        }

        @Override
        public void decided(Votes votes) {}

        @Override
        public void settled(Votes votes) {
            roster.settled(number);
            update();
            done.complete(null);
        }
    }

    /** What the nodes tell. */
    private final class Bell implements Wakeups.Waiter {

        @Override
        public void woken(int node) {
            serial.run(Membership.this::lookSoon);
        }

        @Override
        public void available() {
            serial.run(Membership.this::lookSoon);
        }

        @Override
        public void watching(int node) {
            serial.run(Membership.this::lookSoon);
        }
    }
}
