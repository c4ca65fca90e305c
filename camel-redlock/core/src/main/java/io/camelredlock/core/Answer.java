// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;

/**
 * What one node said to one command.
 *
 * @param outcome the verdict
 * @param fences the counters of the resources, in their order, after GRANTED and OK; else empty
 * @param remainingMillis after HELD, how long the present grant can still live there; −1 if it has no expiry
 * @param holder after HELD, the member id of the holder; empty if it did not leave one
 * @param reason after LOST, INELIGIBLE and FAILED: why, in words an operator can act on; else empty
 */
public record Answer(Outcome outcome, List<Long> fences, long remainingMillis, String holder, String reason) {

    /** The reason of a {@link #lost} answer when the keys are gone. */
    public static final String ABSENT = "absent";

    /** The reason of a {@link #lost} answer when somebody else has the resource. */
    public static final String OTHER = "other";

    public Answer {
        fences = List.copyOf(fences);
    }

    /** The resources are the token's, with these counters. */
    public static Answer granted(List<Long> fences) {
        return new Answer(Outcome.GRANTED, fences, 0, "", "");
    }

    /** Done, with these counters (none after a release). */
    public static Answer ok(List<Long> fences) {
        return new Answer(Outcome.OK, fences, 0, "", "");
    }

    /** Somebody else holds, for so many milliseconds at most (−1: no expiry). */
    public static Answer held(long remainingMillis, String holder) {
        return new Answer(Outcome.HELD, List.of(), remainingMillis, holder, "");
    }

    /** The token owns nothing here: {@link #ABSENT} or {@link #OTHER}. */
    public static Answer lost(String reason) {
        return new Answer(Outcome.LOST, List.of(), 0, "", reason);
    }

    /** The node must not vote. */
    public static Answer ineligible(String reason) {
        return new Answer(Outcome.INELIGIBLE, List.of(), 0, "", reason);
    }

    /** The node did not do it; whether it may have is unknown unless the reason says so. */
    public static Answer failed(String reason) {
        return new Answer(Outcome.FAILED, List.of(), 0, "", reason);
    }
}
