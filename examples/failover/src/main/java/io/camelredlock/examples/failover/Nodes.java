// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The Redis nodes with their names in the story: killed, restarted, frozen and thawed, with each change recorded. */
final class Nodes {

    private static final long POLL_NANOS = 20_000_000;

    private final RedisNodes nodes;
    private final List<String> names;
    private final String metaKeys;
    private final Recorder recorder;

    /** Nodes in the order of their names; who holds the namespace is read from the hash that stands beside the lease's key. */
    Nodes(RedisNodes nodes, List<String> names, String namespace, Recorder recorder) {
        this.nodes = nodes;
        this.names = names;
        this.metaKeys = "*" + namespace + "*:meta";
        this.recorder = recorder;
        names.forEach(name -> recorder.condition(name, Condition.RUNNING));
    }

    void kill(String name) {
        node(name).kill();
        recorder.condition(name, Condition.DOWN);
    }

    void restartEmpty(String name) {
        node(name).restartEmpty();
        recorder.condition(name, Condition.EMPTY);
    }

    void freeze(String name) {
        node(name).freeze();
        recorder.condition(name, Condition.FROZEN);
    }

    /** Lets it go on. It was frozen for longer than the ttl, so the lease that it kept is gone. */
    void thaw(String name) {
        recorder.condition(name, Condition.EMPTY);
        node(name).thaw();
    }

    /** Waits until the leader has given the lease back to these nodes; complains about those that did not get it in time. */
    void awaitLease(List<String> wanted, String leader, Duration atMost) {
        Set<String> without = new HashSet<>(wanted);
        long deadline = recorder.now() + atMost.toNanos();
        while (!without.isEmpty() && recorder.now() < deadline) {
            without.removeIf(name -> isHealed(name, leader));
            LockSupport.parkNanos(POLL_NANOS);
        }
        without.forEach(name -> recorder.complain(name + " was not given the lease back within " + atMost));
    }

    /** Member ids begin with the member's name. */
    private boolean isHealed(String name, String leader) {
        boolean healed = node(name)
                .ask(redis -> redis.keys(metaKeys).stream()
                        .map(key -> redis.hget(key, "m"))
                        .anyMatch(holder -> holder != null && holder.startsWith(leader + "-")));
        if (healed) {
            recorder.condition(name, Condition.RUNNING);
        }
        return healed;
    }

    private RedisNode node(String name) {
        return nodes.get(names.indexOf(name));
    }
}
