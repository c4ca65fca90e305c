// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/**
 * What a node's reply shows of its memory and its clock, besides the answer (S-T). Immutable.
 *
 * @param incarnation which memory answered
 * @param clock what its clock showed
 * @param vanished whether a grant of one of the resources was gone before its time (S-T3)
 * @param neverClean why this node's memory can never be relied on, in words an operator can act on; else empty
 */
public record Evidence(Incarnation incarnation, ClockSample clock, boolean vanished, String neverClean) {

    /** Nothing is known of the node. */
    public static final Evidence NONE = new Evidence(Incarnation.UNKNOWN, ClockSample.NONE, false, "");
}
