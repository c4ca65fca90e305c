// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.time.Duration;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;

/** A namespace of a cluster service as JMX shows it. Safe for use by several threads. */
@ManagedResource(description = "Redlock cluster view")
public final class ManagedRedlockView {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final RedlockClusterView view;

    ManagedRedlockView(RedlockClusterView view) {
        this.view = view;
    }

    /** What is led. */
    @ManagedAttribute(description = "What is led")
    public String getNamespace() {
        return view.getNamespace();
    }

    /** The id of this member, as others see it. */
    @ManagedAttribute(description = "The id of this member, as others see it")
    public String getMemberId() {
        return view.getLocalMember().getId();
    }

    /** The id of the leader as far as is known; empty if nobody is known to lead. */
    @ManagedAttribute(description = "The id of the leader as far as is known")
    public String getLeaderId() {
        return view.report().leader();
    }

    /** leader, follower, leaving, disabled or idle. */
    @ManagedAttribute(description = "leader, follower, leaving, disabled or idle")
    public String getRole() {
        return view.report().role().word();
    }

    /** The fencing token of this member's leadership; 0 if it has none. */
    @ManagedAttribute(description = "The fencing token of this member's leadership; 0 if it has none")
    public long getFencingToken() {
        return view.report().fencingToken();
    }

    /** How long this member may lead if no extension succeeds any more, in milliseconds. */
    @ManagedAttribute(description = "How long this member may lead if no extension succeeds any more, in ms")
    public long getValidityMillis() {
        return view.report().validityMillis();
    }

    /** How often this member gained or lost. */
    @ManagedAttribute(description = "How often this member gained or lost")
    public int getTransitions() {
        return view.report().transitions();
    }

    /** Why this member lost last; empty if it never did. */
    @ManagedAttribute(description = "Why this member lost last")
    public String getLastLoss() {
        return view.report().lastLoss();
    }

    /** Gives the leadership to another member, when the work has drained, and then competes again. */
    @ManagedOperation(description = "Gives the leadership away in order and then competes again")
    public void resign() {
        view.resign(PAUSE);
    }

    /** Gives the leadership up in order and competes no more. */
    @ManagedOperation(description = "Gives the leadership up in order and competes no more")
    public void disable() {
        view.setDisabled(true);
    }

    /** Competes again. */
    @ManagedOperation(description = "Competes again")
    public void enable() {
        view.setDisabled(false);
    }
}
