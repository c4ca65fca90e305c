// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One message per node, to all nodes at once, and the votes that come back; decided as soon as the votes decide it.
 *
 * <p>The time-out of the votes is a timer of the engine and touches no connection (S-C2). Everything runs in the
 * {@link Serial} of the owner: {@link Course#decided} once, then {@link Course#settled} once, then {@link Course#late} for
 * answers that come after their time.
 */
final class Round {

    /** What the owner of a round makes of the votes. */
    interface Course {

        /** Whether these votes decide the round, so that nobody need wait for the others. */
        boolean isDecided(Votes votes);

        /** The votes decide it, or all are in or overdue. */
        void decided(Votes votes);

        /** Every vote is in or overdue. */
        default void settled(Votes votes) {}

        /** An answer to a vote that was counted as unanswered. */
        default void late(int node, Vote vote) {}

        /** What the owner makes of a vote before it counts. */
        default Vote judged(int node, Vote vote) {
            return vote;
        }
    }

    private final Cluster cluster;
    private final Serial serial;
    private final Course course;
    private final Duration timeout;
    private final @Nullable Call[] calls;
    private final BitSet sent = new BitSet();
    private final @Nullable RoundMeter meter;

    private Votes votes;
    private boolean sending = true;
    private boolean decided;
    private boolean settled;
    private Scheduler.@Nullable Timer timer;

    private Round(Cluster cluster, Serial serial, Duration timeout, Course course) {
        this.cluster = cluster;
        this.serial = serial;
        this.timeout = timeout;
        this.course = course;
        this.calls = new Call[cluster.size()];
        this.votes = Votes.awaited(cluster.size(), new BitSet());
        this.meter = RoundMeter.ifWanted(cluster);
    }

    /**
     * Begins a round; to be called in the owner's {@link Serial}.
     *
     * @param commands what each node is asked, by its number; null: not asked
     */
    static Round begin(
            Cluster cluster, Serial serial, Duration timeout, IntFunction<@Nullable Command> commands, Course course) {
        Round round = new Round(cluster, serial, timeout, course);
        serial.run(() -> round.send(commands));
        return round;
    }

    /** Whether the node took the command. */
    boolean wasSent(int node) {
        return sent.get(node);
    }

    /** Whether the node may have got the command; a call not yet written is withdrawn, so that it never will. */
    boolean mayHaveReached(int node) {
        Call call = calls[node];
        return call != null && sent.get(node) && !call.withdraw();
    }

    private void send(IntFunction<@Nullable Command> commands) {
        BitSet asked = new BitSet();
        for (int node = 0; node < calls.length; node++) {
            Command command = commands.apply(node);
            if (command != null) {
                asked.set(node);
                int voter = node;
                calls[node] = cluster.call(
                        node, command, answer -> serial.run(() -> answered(voter, command.verb(), answer)));
            }
        }
        votes = Votes.awaited(calls.length, asked);
        timer = cluster.after(timeout, () -> serial.run(this::timeOut));
        for (int node = 0; node < calls.length; node++) {
            submit(node);
        }
        sending = false;
        progress();
    }

    private void submit(int node) {
        Call call = calls[node];
        if (call == null) {
            return;
        }
        Optional<Answer> refusal = cluster.submit(node, call);
        if (refusal.isPresent()) {
            vote(node, cluster.vote(node, call.command().verb(), refusal.get()));
        } else {
            sent.set(node);
        }
    }

    private void answered(int node, Verb verb, Answer answer) {
        Vote vote = course.judged(node, cluster.vote(node, verb, answer));
        if (votes.of(node) != null) {
            course.late(node, vote);
        } else {
            vote(node, vote);
        }
    }

    private void timeOut() {
        votes.outstanding().stream().forEach(node -> count(node, cluster.unanswered(node, timeout)));
        progress();
    }

    private void vote(int node, Vote vote) {
        count(node, vote);
        progress();
    }

    private void count(int node, Vote vote) {
        votes = votes.with(node, vote);
        if (meter != null) {
            meter.voted(vote);
        }
    }

    private void progress() {
        if (sending) {
            return; // a verdict before the last message is out would let a release overtake what it undoes
        }
        if (!decided && (votes.isComplete() || course.isDecided(votes))) {
            decided = true;
            measure();
            course.decided(votes);
        }
        if (!settled && votes.isComplete()) {
            settled = true;
            cancelTimer();
            course.settled(votes);
        }
    }

    private void measure() {
        if (meter != null) {
            for (Call call : calls) { // one verb a round
                if (call != null) {
                    meter.decided(call.command().verb(), votes);
                    return;
                }
            }
        }
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
