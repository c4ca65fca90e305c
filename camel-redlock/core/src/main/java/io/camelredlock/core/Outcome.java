// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** How a node answered a command. */
public enum Outcome {
    /** The resources are now this token's. */
    GRANTED,
    /** Somebody else holds at least one of them. */
    HELD,
    /** Done: extended, healed, released, or, for an inspection, free. */
    OK,
    /** The token does not own the resources here (any more). */
    LOST,
    /** The node must not vote: a replica, another cluster, the same server twice, a counter out of range. */
    INELIGIBLE,
    /** The node could not be asked or could not do it: not connected, stalled, an error reply. */
    FAILED
}
