// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.camelredlock.core.Resource;
import io.camelredlock.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Hears of releases on a connection and a thread of its own, which begin with the first wish.
 *
 * <p>The thread only reads; the thread of the node writes, when it comes by. So nobody who wishes something is ever blocked by a
 * full socket, and nothing is written by two. (JedisPubSub was rejected: it may be used by one writer only, and waits without
 * a time-out, so a peer that vanished would never be missed.)
 */
final class Subscriptions implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);

    private static final long PING_PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    /** Several pings must have gone unanswered. */
    private static final int READ_TIMEOUT_MILLIS = 5_000;

    /** After an error reply: a missing permission does not come by itself. */
    private static final long PAUSE_AFTER_REFUSAL_NANOS = Duration.ofSeconds(5).toNanos();

    private final Handshake handshake;
    private final Callbacks callbacks;
    private final Keys keys;
    private final Ticker ticker;
    private final TroubleLog trouble;
    private final Backoff backoff = new Backoff(new SplittableRandom());
    private final Map<String, Resource> wanted = new ConcurrentHashMap<>();
    private final Set<String> changed = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;
    private volatile @Nullable Thread listener;
    private volatile @Nullable NodeConnection connection;
    private @Nullable NodeConnection writable;
    private long pingedNanos;

    Subscriptions(Handshake handshake, Callbacks callbacks, Keys keys, Ticker ticker) {
        this.handshake = handshake;
        this.callbacks = callbacks;
        this.keys = keys;
        this.ticker = ticker;
        this.trouble = new TroubleLog(
                "Node " + handshake, "tells no releases, so waiters go by the clock", "tells releases again");
    }

    /** Wants to hear of the resource; the thread of the node has to come by for it. */
    void watch(Resource resource) {
        String channel = keys.own(resource);
        wanted.put(channel, resource);
        changed.add(channel);
    }

    void unwatch(Resource resource) {
        String channel = keys.own(resource);
        wanted.remove(channel);
        changed.add(channel);
    }

    /** Writes what is to be written; for the thread of the node. */
    synchronized void tend(long nowNanos) {
        NodeConnection present = writable;
        if (present == null) {
            changed.clear(); // a new connection begins with all that is wanted
            return;
        }
        boolean isPingDue = nowNanos - pingedNanos >= PING_PERIOD_NANOS;
        if (!isPingDue && changed.isEmpty()) {
            return;
        }
        try {
            write(present, isPingDue);
            pingedNanos = nowNanos;
        } catch (JedisConnectionException broken) {
            present.close(); // who reads it will notice
        }
    }

    /** Listens until {@link #close}. */
    @Override
    public void run() {
        listener = Thread.currentThread();
        while (!isClosed) {
            NodeConnection fresh = handshake.newConnection();
            connection = fresh;
            try {
                listen(fresh);
            } catch (RuntimeException failure) {
                fresh.close(); // first, as the writer may hang in it
                lost(failure);
            }
        }
    }

    /** Ends {@link #run} soon. */
    void close() {
        isClosed = true;
        NodeConnection present = connection;
        if (present != null) {
            present.close();
        }
        LockSupport.unpark(listener);
    }

    private void listen(NodeConnection fresh) {
        fresh.open();
        handshake.forSubscriptions(fresh);
        fresh.setSoTimeout(READ_TIMEOUT_MILLIS);
        begin(fresh);
        while (!isClosed) {
            hear(fresh.read());
        }
        fresh.close();
    }

    private synchronized void begin(NodeConnection fresh) {
        changed.clear();
        changed.addAll(wanted.keySet());
        write(fresh, true);
        writable = fresh;
    }

    /** A wish that is repeated is sent again, so that it is confirmed again. */
    private void write(NodeConnection to, boolean isPingDue) {
        List<String> subscribe = new ArrayList<>();
        List<String> unsubscribe = new ArrayList<>();
        for (String channel : List.copyOf(changed)) {
            changed.remove(channel); // before it is looked at: a wish that changes again is seen next time
            (wanted.containsKey(channel) ? subscribe : unsubscribe).add(channel);
        }
        if (!subscribe.isEmpty()) {
            to.send(RedisCommand.SUBSCRIBE, subscribe.toArray(String[]::new));
        }
        if (!unsubscribe.isEmpty()) {
            to.send(RedisCommand.UNSUBSCRIBE, unsubscribe.toArray(String[]::new));
        }
        if (isPingDue) {
            to.send(RedisCommand.PING);
        }
        to.flush();
    }

    private void hear(@Nullable Object reply) {
        if (reply instanceof JedisDataException refusal) {
            throw refusal;
        }
        backoff.reset();
        trouble.over();
        if (reply instanceof List<?> message
                && message.size() > 1
                && message.get(0) instanceof byte[] kind
                && message.get(1) instanceof byte[] channel) {
            told(new String(kind, UTF_8), wanted.get(new String(channel, UTF_8)));
        }
    }

    private void told(String kind, @Nullable Resource resource) {
        if (resource == null) {
            return; // not wanted any more, or the answer to a ping
        }
        if (kind.equals("subscribe")) {
            callbacks.watching(resource);
        } else if (kind.equals("message")) {
            callbacks.released(resource);
        }
    }

    private void lost(RuntimeException failure) {
        synchronized (this) {
            writable = null;
        }
        if (isClosed) {
            return;
        }
        if (failure instanceof JedisDataException) {
            trouble.failing(Cause.of(failure), ticker.nanosNotAhead());
            pause(PAUSE_AFTER_REFUSAL_NANOS);
        } else {
            LOG.debug("{} tells no releases for now: {}", handshake, Cause.of(failure)); // the other connection warns
            pause(backoff.nextNanos());
        }
    }

    private void pause(long nanos) {
        LockSupport.parkNanos(this, nanos);
        Thread.interrupted(); // an interrupt would turn every later pause into a spin; only close() ends a node
    }
}
