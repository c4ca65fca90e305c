// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Node;
import io.camelredlock.core.NodeListener;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Verb;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** One Redis server: takes commands for the thread that speaks to it, and turns them away when that is of no use. */
final class JedisNode implements Node {

    /** A read cannot take longer than its time-out, so what is overdue by so much more hangs in a write, which has none. */
    private static final long WRITE_GRACE_NANOS = Duration.ofSeconds(1).toNanos();

    private final NodeSettings settings;
    private final NodeAddress address;
    private final Keys keys;
    private final Intake intake;
    private final Callbacks callbacks;
    private final Subscriptions subscriptions;
    private final TroubleLog trouble;
    private final ClientNotes notes;
    private final NodeLoop loop;
    private final AtomicBoolean isStarted = new AtomicBoolean();
    private final AtomicBoolean isListening = new AtomicBoolean();
    private final CountDownLatch loopEnd = new CountDownLatch(1);
    private final CountDownLatch listeningEnd = new CountDownLatch(1);

    JedisNode(NodeSettings settings, NodeAddress address, Intake intake) {
        this.settings = settings;
        this.address = address;
        this.keys = settings.keys();
        this.intake = intake;
        this.callbacks = new Callbacks(this);
        Handshake handshake = new Handshake(address, settings.jedis());
        this.subscriptions = new Subscriptions(handshake, callbacks, keys, settings.ticker());
        this.trouble = new TroubleLog("Node " + address, "gives no vote", "votes again");
        ScriptCalls scripts = new ScriptCalls(settings);
        this.notes = new ClientNotes(settings, scripts, trouble);
        this.loop = new NodeLoop(
                new NodeParts(settings, handshake, intake, callbacks, subscriptions, scripts, notes, trouble));
    }

    @Override
    public String name() {
        return address.toString();
    }

    @Override
    public void check(Resource resource) {
        keys.check(resource);
    }

    @Override
    public void start(NodeListener listener) {
        callbacks.listen(listener);
        isStarted.set(true);
        run(loop, loopEnd);
    }

    @Override
    public Optional<Answer> submit(Call call) {
        long waitingNanos = loop.waitingNanos();
        boolean isOverdue = waitingNanos > settings.nodeTimeoutNanos();
        String unfit = settings.jedis().proxy() ? ProxyRules.refusal(call.command()) : "";
        if (!unfit.isEmpty()) {
            return Optional.of(Answer.ineligible(unfit));
        }
        if (isOverdue) {
            hangUpIfWriting(waitingNanos);
        }
        if (isOverdue && call.command().verb() == Verb.ACQUIRE) {
            return Optional.of(
                    Answer.failed("stalled: no answer for " + TimeUnit.NANOSECONDS.toMillis(waitingNanos) + " ms"));
        }
        return intake.offer(call);
    }

    @Override
    public void watch(Resource resource) {
        if (!settings.engine().notifications() || intake.isClosed()) {
            return;
        }
        subscriptions.watch(resource);
        if (isListening.compareAndSet(false, true)) {
            run(subscriptions, listeningEnd);
        }
        intake.poke();
    }

    @Override
    public void unwatch(Resource resource) {
        subscriptions.unwatch(resource);
        intake.poke();
    }

    @Override
    public String condition() {
        String condition = intake.isClosed() ? "closed" : intake.standing().condition();
        if (!condition.equals("ok")) {
            return condition;
        }
        String doubt = intake.refusal(Verb.ACQUIRE).map(Answer::reason).orElseGet(trouble::cause);
        return doubt.isEmpty() ? condition : doubt;
    }

    @Override
    public String remark() {
        return notes.remark();
    }

    @Override
    public void close() {
        intake.close();
        subscriptions.close();
        if (isStarted.get() && !isOver(loopEnd)) {
            loop.hangUp();
            isOver(loopEnd);
        }
        if (isListening.get()) {
            isOver(listeningEnd);
        }
    }

    @Override
    public String toString() {
        return "Node " + address;
    }

    private void run(Runnable task, CountDownLatch end) {
        settings.threads().execute(() -> {
            try {
                task.run();
            } finally {
                end.countDown();
            }
        });
    }

    private void hangUpIfWriting(long waitingNanos) {
        long longest = TimeUnit.MILLISECONDS.toNanos(settings.readTimeoutMillis()) + WRITE_GRACE_NANOS;
        if (waitingNanos > longest) {
            loop.hangUp();
        }
    }

    private boolean isOver(CountDownLatch end) {
        try {
            return end.await(settings.farewellNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
