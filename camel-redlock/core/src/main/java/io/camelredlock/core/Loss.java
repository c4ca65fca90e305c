// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/**
 * Why a lease is not held any more.
 *
 * @param reason the kind
 * @param detail what was seen, in words: which nodes, which answers
 */
public record Loss(Reason reason, String detail) {

    /** The kinds of loss. */
    public enum Reason {
        /** The deadline passed before an extension succeeded. */
        EXPIRED,
        /** So many nodes have lost the keys or given them to another that no quorum is left. */
        TAKEN_OVER,
        /** It was released. */
        RELEASED,
        /** It was held for as long as it may be ({@code maxHold}). */
        HELD_TOO_LONG,
        /** It was handed over to another process ({@link Lease#handover}). */
        HANDED_OVER,
        /** The engine was closed. */
        CLOSED
    }

    /** Whether the holder wanted it. */
    boolean isByWill() {
        return reason == Reason.RELEASED || reason == Reason.HANDED_OVER;
    }

    @Override
    public String toString() {
        return reason + (detail.isEmpty() ? "" : " (" + detail + ")");
    }
}
