// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.interleaving;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a scene again and again, each time with its threads mixed in another order, until all orders were had. Only one thread
 * runs at a time; it can be left for another at every {@link #step}, which {@link SteppingClasses} put before each look at
 * what threads share.
 *
 * <p>Left to themselves the threads take turns, a task each. An order departs from that at most so many times: nearly every race
 * needs one or two departures, and without a bound there is no end. (The idea: Emmi, Qadeer, Rakamarić, "Delay-bounded
 * scheduling", POPL 2011.)
 */
public final class Interleavings {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final int departures;
    private final List<Integer> path = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();
    private final Map<String, Actor> actors = new LinkedHashMap<>();
    private final Semaphore over = new Semaphore(0);
    private @Nullable Throwable failure;
    private boolean running;
    private int depth;
    private int departed;

    private Interleavings(int departures) {
        this.departures = departures;
    }

    /** One thread and what it has yet to do. It is kept from order to order. */
    private final class Actor extends Thread {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final Semaphore turn = new Semaphore(0);
        private boolean amid;
        private boolean ended;
        private int undivided;

        Actor(String name) {
            super(name);
            setDaemon(true);
            start();
        }

        boolean canRun() {
            return amid || !tasks.isEmpty();
        }

        void end() {
            ended = true;
            turn.release();
        }

        @Override
        public void run() {
            turn.acquireUninterruptibly();
            while (!ended) {
                perform(tasks.remove());
                passOn(this);
            }
        }

        private void perform(Runnable task) {
            amid = true;
            try {
                task.run();
            } catch (RuntimeException | Error failed) {
                failure = failure == null ? failed : failure; // the order fails with it, see runOnce
            }
            amid = false;
            undivided = 0;
        }

        void step() {
            if (amid && undivided == 0) {
                passOn(this);
            }
        }
    }

    /**
     * Visits all orders.
     *
     * @param departures how often an order may depart from taking turns
     * @param scene makes everything anew and gives the threads their tasks; returns what must be so in the end
     * @return how many orders there are
     * @throws AssertionError if it was not so in one of them, with that order's number and course
     */
    public static int visit(int departures, Function<Interleavings, Runnable> scene) {
        Interleavings all = new Interleavings(departures);
        try {
            int orders = 0;
            do {
                all.runOnce(scene, ++orders);
            } while (all.next());
            return orders;
        } finally {
            all.actors.values().forEach(Actor::end);
        }
    }

    /** Gives a thread something to do, after what it already has; at once if nothing runs yet. */
    public void give(String thread, Runnable task) {
        if (running) {
            actors.computeIfAbsent(thread, Actor::new).tasks.add(task);
        } else {
            task.run();
        }
    }

    /** From here on tasks are for threads. */
    public void begin() {
        running = true;
    }

    /** Whether tasks are for threads by now. */
    public boolean haveBegun() {
        return running;
    }

    /** The present thread is about to look at something that others can change: the place to go on elsewhere. */
    public static void step() {
        if (Thread.currentThread() instanceof Actor here) {
            here.step();
        }
    }

    /** The present thread holds a monitor: it is not left before it gave it back, or the others would wait for ever. */
    public static void lock() {
        step();
        undivided(1);
    }

    /** It gave a monitor back. */
    public static void unlock() {
        undivided(-1);
    }

    private static void undivided(int more) {
        if (Thread.currentThread() instanceof Actor here) {
            here.undivided += more;
        }
    }

    private void runOnce(Function<Interleavings, Runnable> scene, int order) {
        depth = 0;
        departed = 0;
        failure = null;
        Runnable check = scene.apply(this);
        try {
            passOn(null);
            if (!over.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("a thread waits for what another has to do");
            }
            running = false;
            if (failure != null) {
                throw failure;
            }
            check.run();
        } catch (Throwable wrong) { // whatever it is, it is thrown on, with the order that showed it
            throw new AssertionError("order " + order + ", " + path + ": " + wrong.getMessage(), wrong);
        }
    }

    /** Lets another go on, or the same; if nobody has anything to do the run is over. */
    private void passOn(@Nullable Actor from) {
        Actor to = choose(from);
        if (to != null && to == from) {
            return;
        }
        if (to == null) {
            over.release();
        } else {
            to.turn.release();
        }
        if (from != null) {
            from.turn.acquireUninterruptibly();
        }
    }

    private @Nullable Actor choose(@Nullable Actor from) {
        List<Actor> choices = inTurn(from);
        if (choices.isEmpty()) {
            return null;
        }
        int chosen = departed < departures ? branch(choices.size()) : 0;
        if (chosen > 0) {
            departed++;
        }
        return choices.get(chosen);
    }

    /** Who can go on: who is amid a task first, then those after it, then those before. */
    private List<Actor> inTurn(@Nullable Actor from) {
        List<Actor> turn = new ArrayList<>(actors.values());
        int here = turn.indexOf(from);
        if (from != null) {
            Collections.rotate(turn, from.amid ? -here : -here - 1);
        }
        turn.removeIf(actor -> !actor.canRun());
        return turn;
    }

    private int branch(int width) {
        if (depth == path.size()) {
            path.add(0);
            widths.add(width);
        }
        if (widths.get(depth) != width) {
            throw new IllegalStateException("the same order took another course");
        }
        return path.get(depth++);
    }

    /** The next order, in which the last choice that has another one left takes that. */
    private boolean next() {
        int last = path.size() - 1;
        while (last >= 0 && path.get(last) + 1 == widths.get(last)) {
            path.remove(last);
            widths.remove(last--);
        }
        if (last >= 0) {
            path.set(last, path.get(last) + 1);
        }
        return last >= 0;
    }
}
