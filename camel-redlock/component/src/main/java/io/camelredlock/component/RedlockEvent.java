// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

/** What a redlock consumer tells of a namespace. Named as it stands in the header. */
public enum RedlockEvent {
    /** This member does not lead any more. */
    lost,
    /** Another member leads, or nobody is known to. */
    leaderChanged,
    /** This member leads. */
    gained,
    /** A member is not seen any more. */
    memberLeft,
    /** A member is seen. */
    memberJoined
}
