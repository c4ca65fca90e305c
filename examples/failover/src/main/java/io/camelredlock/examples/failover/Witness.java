// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.component.RedlockClusterService;
import io.camelredlock.component.RedlockClusterView;
import io.camelredlock.examples.failover.Report.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.cluster.CamelClusterEventListener;
import org.apache.camel.cluster.CamelClusterMember;
import org.apache.camel.cluster.CamelClusterView;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tells the parent, line by line, what a member sees of its leadership, and takes the parent's commands. It only looks: nothing
 * the member does depends on it. Safe for use by several threads.
 */
final class Witness extends MainListenerSupport implements CamelClusterEventListener.Leadership {

    private static final long LOOK_MILLIS = 20;

    /** Less is noise: the same deadline read twice differs by what passed between two readings of the clock. */
    private static final long NEWS_NANOS = 1_000_000;

    private final Role role;
    private final PrintStream out;
    private Runnable linger = () -> {};
    private long token;
    private long reportedUntil;

    Witness(Role role, PrintStream out) {
        this.role = role;
        this.out = out;
    }

    /** What to do when the parent asks for a tick that takes long; to be said before the start. */
    void onLinger(Runnable action) {
        linger = action;
    }

    void report(Kind kind, long ofToken) {
        report(kind, System.nanoTime(), ofToken, 0);
    }

    /** Looks at the view without taking part through it: the route's own part in the election is all there is. */
    @Override
    public void afterStart(BaseMainSupport main) {
        try {
            CamelContext context = main.getCamelContext();
            RedlockClusterService cluster = context.hasService(RedlockClusterService.class);
            RedlockClusterView view = cluster.getView(Stage.NAMESPACE).unwrap(RedlockClusterView.class);
            view.addEventListener(this);
            cluster.releaseView(view);
            context.getExecutorServiceManager()
                    .newSingleThreadScheduledExecutor(this, "validity")
                    .scheduleWithFixedDelay(() -> look(view), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
            obeyInTheBackground(view);
            report(Kind.STARTED, 0);
        } catch (Exception e) {
            throw new IllegalStateException("the view of " + Stage.NAMESPACE + " cannot be watched", e);
        }
    }

    @Override
    public synchronized void leadershipChanged(CamelClusterView changed, @Nullable CamelClusterMember leader) {
        long now = System.nanoTime();
        RedlockClusterView view = changed.unwrap(RedlockClusterView.class);
        long current = view.getLocalMember().isLeader() ? view.fencingToken().orElse(0) : 0;
        if (current == token) {
            return;
        }
        if (token != 0) {
            report(Kind.LOST, now, token, 0);
        }
        token = current;
        if (current != 0) {
            reportedUntil = validUntil(now, view);
            report(Kind.GAINED, now, current, reportedUntil);
        }
    }

    @Override
    public synchronized void beforeStop(BaseMainSupport main) {
        report(Kind.STOPPING, token);
    }

    private synchronized void look(RedlockClusterView view) {
        long now = System.nanoTime();
        long until = validUntil(now, view);
        if (token != 0 && token == view.fencingToken().orElse(0) && until - reportedUntil > NEWS_NANOS) {
            reportedUntil = until;
            report(Kind.VALID, now, token, until);
        }
    }

    /**
     * The end of the lease's validity, which is later than the leader's step-down. The time is read before what remains of it:
     * should the process be frozen in between, the result is too early and never too late.
     */
    private long validUntil(long now, RedlockClusterView view) {
        return now + view.remaining().plus(role.stepDownMargin()).toNanos();
    }

    /** Not on a thread of Camel's, for whose end the context would wait: nothing interrupts the reading of standard input. */
    private void obeyInTheBackground(RedlockClusterView view) {
        Thread commands = new Thread(() -> obey(view), "commands");
        commands.setDaemon(true);
        commands.start();
    }

    private void obey(RedlockClusterView view) {
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            commands.lines().forEach(command -> {
                switch (command) {
                    case Members.ASK -> report(view.getLocalMember().isLeader() ? Kind.LEADS : Kind.FOLLOWS, 0);
                    case Members.LINGER -> linger.run();
                    default -> throw new IllegalArgumentException("no such command: " + command);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("commands cannot be read", e);
        }
    }

    private void report(Kind kind, long now, long ofToken, long until) {
        out.println(new Report(kind, now, ofToken, until).toLine());
    }
}
