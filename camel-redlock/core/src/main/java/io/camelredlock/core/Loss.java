// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.stream.Collectors;

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
        /** Somebody removed it from so many nodes by {@link Redlock#forceRelease} that no quorum is left. */
        FORCE_RELEASED,
        /** It was released. */
        RELEASED,
        /** It was held for as long as it may be ({@code maxHold}). */
        HELD_TOO_LONG,
        /** It was handed over to another process ({@link Lease#handover}). */
        HANDED_OVER,
        /** The engine was closed. */
        CLOSED
    }

    /** So many nodes said no that no quorum is left: why, as far as they know. */
    static Loss refused(Votes votes) {
        boolean isForced = votes.list().stream()
                .anyMatch(vote -> Answer.FORCED.equals(vote.answer().reason()));
        String detail = votes.list().stream().map(Vote::toString).collect(Collectors.joining("; "));
        return new Loss(isForced ? Reason.FORCE_RELEASED : Reason.TAKEN_OVER, detail);
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
