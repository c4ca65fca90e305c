// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.EventObject;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.CamelEvent;

/**
 * What happened to the leaderships of a cluster service, told to Camel's event notifiers as an event of type {@code Custom}.
 *
 * <p>Events of a service come one after the other, in order, on a thread that is used for nothing else; they tell what was, which
 * may have changed since. Immutable but for the timestamp, which Camel sets.
 */
public final class RedlockClusterEvent extends EventObject implements CamelEvent.CamelContextEvent {

    /** The kinds of event. */
    public enum Kind {
        /** This member leads. */
        GAINED,
        /** This member does not lead any more. */
        LOST,
        /** Another member leads, as far as is known, or nobody. */
        LEADER_CHANGED,
        /** So few nodes vote that nobody can gain or keep a leadership. */
        QUORUM_LOST,
        /** Enough nodes vote again. */
        QUORUM_REGAINED,
        /** A member takes part in the cluster; the detail is its id. */
        MEMBER_JOINED,
        /** A member left, or has not been seen for three times its ttl; the detail is its id. */
        MEMBER_LEFT
    }

    private final transient CamelContext context;
    private final Kind kind;
    private final String namespace;
    private final String leader;
    private final long fencingToken;
    private final String detail;
    private long timestamp;

    /** Of a namespace. */
    RedlockClusterEvent(RedlockClusterService source, Kind kind, NamespaceReport about, String detail) {
        super(source);
        this.context = source.getCamelContext();
        this.kind = kind;
        this.namespace = about.namespace();
        this.leader = about.leader();
        this.fencingToken = about.fencingToken();
        this.detail = detail;
    }

    /** Of all namespaces. */
    RedlockClusterEvent(RedlockClusterService source, Kind kind, String detail) {
        super(source);
        this.context = source.getCamelContext();
        this.kind = kind;
        this.namespace = "";
        this.leader = "";
        this.fencingToken = 0;
        this.detail = detail;
    }

    @Override
    public Type getType() {
        return Type.Custom;
    }

    @Override
    public CamelContext getContext() {
        return context;
    }

    /** What happened. */
    public Kind getKind() {
        return kind;
    }

    /** Where it happened; empty if it concerns all namespaces of the service. */
    public String getNamespace() {
        return namespace;
    }

    /** The id of the leader as far as is known. */
    public Optional<String> getLeader() {
        return leader.isEmpty() ? Optional.empty() : Optional.of(leader);
    }

    /** The fencing token of this member's leadership, if it has one. */
    public OptionalLong getFencingToken() {
        return fencingToken == 0 ? OptionalLong.empty() : OptionalLong.of(fencingToken);
    }

    /** Why, in words; may be empty. */
    public String getDetail() {
        return detail;
    }

    @Override
    public long getTimestamp() {
        return timestamp;
    }

    @Override
    public void setTimestamp(long timestamp) {
        this.timestamp = timestamp;
    }

    @Override
    public String toString() {
        return "Redlock " + kind + (namespace.isEmpty() ? "" : " of '" + namespace + "'")
                + (leader.isEmpty() ? "" : ", leader " + leader)
                + (detail.isEmpty() ? "" : ": " + detail);
    }
}
