// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** What a new holder must know before it begins, or else wait out the longest ttl for (S-T). */
public enum Takeover {
    /** A quorum of its grants comes from nodes that are known to have kept their memory and their clocks. */
    GUARDED,
    /** Nothing is evidence enough: every change of holder waits. For who trusts neither clocks nor memory of the nodes. */
    STRICT,
    /** Nothing need be known: textbook Redlock, as safe as the clocks and the memory of the nodes. */
    CLASSIC
}
