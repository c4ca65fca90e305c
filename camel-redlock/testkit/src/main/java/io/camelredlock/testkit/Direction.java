// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

/** One of the two ways through a {@link FaultProxy}. */
public enum Direction {
    /** From the client to the node. */
    REQUESTS,
    /** From the node to the client. */
    REPLIES
}
