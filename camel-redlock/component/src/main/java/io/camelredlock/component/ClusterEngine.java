// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Metrics;
import io.camelredlock.core.NodeReport;
import io.camelredlock.core.Redlock;
import io.camelredlock.jedis.JedisRedlock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ThreadPoolProfile;

/**
 * The engine of one cluster service with its threads, all from Camel: few and shared, however many namespaces there are.
 *
 * <p>Listeners get threads of their own: they may take as long as it takes to stop a route, which must hold up neither
 * extensions nor the engine's callbacks.
 */
final class ClusterEngine {

    private static final int CALLBACK_THREADS = 4;
    private static final int LISTENER_THREADS = 32;

    private final ExecutorServiceManager threads;
    private final ExecutorService callbacks;
    private final ExecutorService listeners;
    private final ScheduledExecutorService timers;
    private final Notifications notifications;
    private final Meters meters;
    private final Redlock redlock;

    private ClusterEngine(CamelContext context, Object owner, EngineOptions options) {
        threads = context.getExecutorServiceManager();
        callbacks = threads.newThreadPool(owner, "RedlockCallbacks", pool(CALLBACK_THREADS));
        listeners = threads.newThreadPool(owner, "RedlockListeners", pool(LISTENER_THREADS));
        timers = threads.newScheduledThreadPool(owner, "RedlockTimers", pool(1));
        notifications = new Notifications(context, owner);
        meters = Meters.of(context, owner);
        redlock = JedisRedlock.connect(
                options.connection(),
                options.rules(),
                task -> threads.newThread("RedlockNode", task),
                callbacks,
                meters == Meters.NONE ? Metrics.NONE : meters);
        meters.watch(redlock);
    }

    static ClusterEngine open(CamelContext context, Object owner, EngineOptions options) {
        return new ClusterEngine(context, owner, options);
    }

    /** Threads that are made when needed and end when idle; what finds none free waits, without a limit. */
    static ThreadPoolProfile pool(int size) {
        ThreadPoolProfile profile = new ThreadPoolProfile();
        profile.setPoolSize(size);
        profile.setMaxPoolSize(size);
        profile.setMaxQueueSize(Integer.MAX_VALUE);
        profile.setKeepAliveTime(10L);
        profile.setAllowCoreThreadTimeOut(true);
        return profile;
    }

    Redlock redlock() {
        return redlock;
    }

    /** What is known of each node now, for people. */
    Map<String, String> nodes() {
        Map<String, String> nodes = new LinkedHashMap<>();
        for (NodeReport node : redlock.nodes()) {
            nodes.put(node.name(), node.condition() + (node.remark().isEmpty() ? "" : ", but " + node.remark()));
        }
        return nodes;
    }

    String memberId() {
        return redlock.options().memberId();
    }

    LeaderElection election(String namespace, ElectionListener listener) {
        return redlock.election(namespace, listener);
    }

    ExecutorService listeners() {
        return listeners;
    }

    ScheduledExecutorService timers() {
        return timers;
    }

    Notifications notifications() {
        return notifications;
    }

    Meters meters() {
        return meters;
    }

    /** Releases what is held, within the time for a vote, and disconnects. */
    void close() {
        redlock.close();
        meters.close();
        threads.shutdown(timers);
        threads.shutdown(listeners);
        threads.shutdown(callbacks);
        notifications.close();
    }
}
