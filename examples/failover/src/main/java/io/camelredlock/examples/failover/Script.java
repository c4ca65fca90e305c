// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.examples.failover.Report.Kind;
import io.camelredlock.examples.failover.Terminal.Tone;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The faults, one after the other, and what is seen of them. Reads as the story of the run. */
final class Script {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Cast cast;
    private final Members members;
    private final Nodes nodes;
    private final Recorder recorder;
    private final Observer observer;
    private final Terminal terminal;
    private final Pace pace;
    private int number;

    Script(Stage stage, Terminal terminal) {
        this.cast = stage.cast();
        this.members = stage.members();
        this.nodes = stage.nodes();
        this.recorder = stage.recorder();
        this.observer = new Observer(recorder, PATIENCE);
        this.terminal = terminal;
        this.pace = new Pace(cast.ttl());
    }

    /** All acts, or as many as can be played: what is waited for in vain ends the story and is a complaint. */
    void play(boolean safe) throws InterruptedException {
        try {
            acts(safe);
        } catch (StoryEndedException e) {
            recorder.complain(e.reason());
        }
        terminal.say(Tone.PLAIN, recorder.now(), "the end");
    }

    /** Without the safety the story ends when the frozen leader has come back, since two lead from then on. */
    private void acts(boolean safe) throws InterruptedException {
        Term leader = theFirstLeader();
        leader = killTheLeader(leader);
        leader = freezeTheLeader(leader);
        if (safe) {
            killTwoNodes(leader);
            leader = stillLeading(leader);
            freezeAThirdNode(leader);
            watch(pace.untilClean());
            stopTheLeader(stillLeading(leader));
        }
    }

    private Term theFirstLeader() throws InterruptedException {
        cast.members().forEach(members::start);
        for (String member : cast.members()) {
            awaitStarted(member, 0);
        }
        Term first = observer.nextTerm(0, "");
        watch(pace.untilNextAct());
        return stillLeading(first);
    }

    private Term killTheLeader(Term leader) throws InterruptedException {
        String name = leader.member();
        long killed = recorder.now();
        harm(List.of(name), "kill " + name, "SIGKILL to " + name + ", the leader");
        members.kill(name);
        Term next = failover(Cause.CRASH, leader, killed);
        long restarted = recorder.now();
        members.start(name);
        awaitStarted(name, restarted);
        watch(pace.untilNextAct());
        return stillLeading(next);
    }

    private Term freezeTheLeader(Term leader) throws InterruptedException {
        String name = leader.member();
        long asked = recorder.now();
        members.send(name, Members.LINGER);
        observer.report(name, Set.of(Kind.LINGERING), asked);
        long frozen = recorder.now();
        harm(List.of(name), "freeze " + name, "SIGSTOP to " + name + ", the leader, in the middle of a tick");
        members.freeze(name);
        Term next = failover(Cause.WAITED, leader, frozen);
        watch(Duration.ofNanos(Math.max(0, frozen + pace.frozen().toNanos() - recorder.now())));
        thaw(leader);
        return stillLeading(next);
    }

    /** The question whether it leads waits for the frozen member, so that the answer is its first. */
    private void thaw(Term frozen) throws InterruptedException {
        String name = frozen.member();
        members.send(name, Members.ASK);
        long thawed = recorder.now();
        terminal.say(
                Tone.HEALS, thawed, name + " goes on after " + pace.frozen().toSeconds() + " s");
        members.thaw(name);
        Report answer = observer.report(name, Set.of(Kind.LEADS, Kind.FOLLOWS), thawed);
        if (answer.kind() == Kind.FOLLOWS) {
            terminal.say(Tone.PLAIN, answer.nanos(), name + " knows that it does not lead");
        } else {
            recorder.complain(name + " took itself for the leader after it had been frozen and thawed");
        }
        watch(pace.untilNextAct());
        Judge.misconduct(recorder.ticks(), frozen, thawed).forEach(recorder::complain);
    }

    private void killTwoNodes(Term leader) throws InterruptedException {
        List<String> two = cast.nodes().subList(0, 2);
        harm(two, "kill " + String.join(", ", two), "SIGKILL to Redis nodes " + String.join(" and ", two));
        two.forEach(nodes::kill);
        watch(pace.nodesDown());
        terminal.say(Tone.HEALS, recorder.now(), String.join(" and ", two) + " are started again, empty");
        two.forEach(nodes::restartEmpty);
        nodes.awaitLease(two, leader.member(), PATIENCE);
        terminal.say(Tone.HEALS, recorder.now(), String.join(" and ", two) + " have the lease again");
        watch(pace.untilNextAct());
    }

    private void freezeAThirdNode(Term leader) throws InterruptedException {
        String third = cast.nodes().get(2);
        harm(List.of(third), "freeze " + third, "SIGSTOP to Redis node " + third);
        nodes.freeze(third);
        watch(pace.nodeFrozen());
        terminal.say(Tone.HEALS, recorder.now(), third + " goes on");
        nodes.thaw(third);
        nodes.awaitLease(List.of(third), leader.member(), PATIENCE);
        terminal.say(Tone.HEALS, recorder.now(), third + " has the lease again");
    }

    private void stopTheLeader(Term leader) throws InterruptedException {
        String name = leader.member();
        long stopped = recorder.now();
        recorder.incident(new Incident(++number, List.of(name), "stop " + name, stopped, false));
        terminal.say(Tone.PLAIN, stopped, "SIGTERM to " + name + ", the leader, which stops in order");
        members.stop(name);
        Term next = observer.nextTerm(stopped, name);
        members.awaitEnd(name);
        long stopping = observer.report(name, Set.of(Kind.STOPPING), stopped).nanos();
        long lastExchange = observer.lastExchange(leader);
        recorder.ended(leader, Math.max(stopping, lastExchange));
        moved(Cause.ORDERLY, leader, next, lastExchange);
        watch(pace.untilNextAct());
    }

    private Term failover(Cause cause, Term leader, long since) throws InterruptedException {
        Term next = observer.nextTerm(since, leader.member());
        moved(cause, leader, next, since);
        return next;
    }

    private void moved(Cause cause, Term from, Term to, long since) {
        long gained = to.validity().from();
        if (gained < since) {
            recorder.complain(to.member() + " led before the last exchange of " + from.member() + " had ended");
            return;
        }
        Failover failover =
                new Failover(cause, from.member(), to.member(), new Span(since, gained), cause.limit(cast.ttl()));
        recorder.failover(failover);
        terminal.say(failover.isInTime() ? Tone.LEADS : Tone.ALARM, recorder.now(), failover.toString());
    }

    /** Nothing was done to the leader, and a quorum of the nodes was there, so it must lead; else the story goes on with the next. */
    private Term stillLeading(Term leader) throws InterruptedException {
        if (!observer.lost(leader)) {
            return leader;
        }
        recorder.complain(leader.member() + " lost the leadership although nothing was done to it and a quorum of the"
                + " nodes was there (or is this machine too busy?)");
        return stillLeading(observer.nextTerm(leader.validity().from() + 1, ""));
    }

    /** Its answer must not be older than the question: this and {@link Recorder#hear} prove that both read one clock. */
    private void awaitStarted(String member, long since) throws InterruptedException {
        observer.report(member, Set.of(Kind.STARTED), since);
        long asked = recorder.now();
        members.send(member, Members.ASK);
        observer.report(member, Set.of(Kind.LEADS, Kind.FOLLOWS), asked);
    }

    private void harm(List<String> processes, String what, String words) {
        long now = recorder.now();
        recorder.incident(new Incident(++number, processes, what, now, true));
        terminal.say(Tone.HARM, now, words);
    }

    private static void watch(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
