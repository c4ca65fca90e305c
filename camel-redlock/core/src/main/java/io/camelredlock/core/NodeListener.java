// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** What a node tells unasked. Called on the node's threads; must return at once. */
public interface NodeListener {

    /** The node is connected and votes (again): who failed for lack of it may try now. */
    void available(Node node);

    /** Somebody released the resource on this node. */
    void released(Node node, Resource resource);

    /** Releases of the resource will be told from now on; those just before may have been missed. */
    void watching(Node node, Resource resource);

    /**
     * What a routine check showed of the node's memory and clock. Told at least every quarter of the longest ttl while no
     * answer of the node shows it, so that an engine knows its nodes before it needs them.
     */
    default void observed(Node node, Evidence evidence) {}
}
