// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.Map;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;

/** The engine of a component that uses no cluster service, as JMX shows it. Safe for use by several threads. */
@ManagedResource(description = "Redlock component with nodes of its own")
public final class ManagedRedlockComponent {

    private final OwnEngine own;

    ManagedRedlockComponent(OwnEngine own) {
        this.own = own;
    }

    /** The id of this member, as others see it. */
    @ManagedAttribute(description = "The id of this member, as others see it")
    public String getMemberId() {
        return own.engine().memberId();
    }

    /** Whether enough nodes vote now. */
    @ManagedAttribute(description = "Whether enough nodes vote now")
    public boolean isQuorum() {
        return own.hasQuorum();
    }

    /** What is known of each node: ok, or why it does not vote. */
    @ManagedAttribute(description = "What is known of each node: ok, or why it does not vote")
    public Map<String, String> getNodes() {
        return own.nodes();
    }

    /** How many locks are held now. */
    @ManagedAttribute(description = "How many locks are held now")
    public int getHeld() {
        return own.held();
    }
}
