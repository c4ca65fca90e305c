// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;

/**
 * What one node said to one command.
 *
 * @param outcome the verdict
 * @param fences the counters of the resources, in their order, after GRANTED and OK; else empty
 * @param present after HELD, whose grant stands in the way, and after {@link Verb#FORCE}, whose was removed; else nobody's
 * @param reason after LOST, INELIGIBLE and FAILED: why, in words an operator can act on; else empty
 * @param evidence what the reply shows of the node's memory and clock
 * @param members after {@link Verb#STAND}, who stands there; else empty
 */
public record Answer(
        Outcome outcome, List<Long> fences, Present present, String reason, Evidence evidence, List<Member> members) {

    /** The reason of a {@link #lost} answer when the keys are gone. */
    public static final String ABSENT = "absent";

    /** The reason of a {@link #lost} answer when somebody else has the resource. */
    public static final String OTHER = "other";

    /** The reason of a {@link #lost} answer when an operator removed it ({@link Redlock#forceRelease}). */
    public static final String FORCED = "forced";

    private static final Present NOBODY = new Present("", 0);

    /**
     * The grant that stands in the way, or was removed.
     *
     * @param holder the member id of the holder; empty if it did not leave one
     * @param remainingMillis how long the grant can still live there; −1 if it has no expiry
     */
    public record Present(String holder, long remainingMillis) {}

    /**
     * One who stands among the members.
     *
     * @param remainingMillis for how long, if it does not stand anew
     */
    public record Member(String id, long remainingMillis) {}

    public Answer {
        fences = List.copyOf(fences);
        members = List.copyOf(members);
    }

    /** The resources are the token's, with these counters. */
    public static Answer granted(List<Long> fences) {
        return new Answer(Outcome.GRANTED, fences, NOBODY, "", Evidence.NONE, List.of());
    }

    /** Done, with these counters (none after a release). */
    public static Answer ok(List<Long> fences) {
        return new Answer(Outcome.OK, fences, NOBODY, "", Evidence.NONE, List.of());
    }

    /** Done, and these stand there. */
    public static Answer standing(List<Member> members) {
        return new Answer(Outcome.OK, List.of(), NOBODY, "", Evidence.NONE, members);
    }

    /** Somebody else holds, for so many milliseconds at most (−1: no expiry). */
    public static Answer held(long remainingMillis, String holder) {
        return new Answer(Outcome.HELD, List.of(), new Present(holder, remainingMillis), "", Evidence.NONE, List.of());
    }

    /** The grant of this holder was removed, which could have lived so many milliseconds longer (−1: for ever). */
    public static Answer removed(long remainingMillis, String holder) {
        return new Answer(Outcome.OK, List.of(), new Present(holder, remainingMillis), "", Evidence.NONE, List.of());
    }

    /** The token owns nothing here: {@link #ABSENT}, {@link #OTHER} or {@link #FORCED}. */
    public static Answer lost(String reason) {
        return without(Outcome.LOST, reason);
    }

    /** The node must not vote. */
    public static Answer ineligible(String reason) {
        return without(Outcome.INELIGIBLE, reason);
    }

    /** The node did not do it; whether it may have is unknown unless the reason says so. */
    public static Answer failed(String reason) {
        return without(Outcome.FAILED, reason);
    }

    private static Answer without(Outcome outcome, String reason) {
        return new Answer(outcome, List.of(), NOBODY, reason, Evidence.NONE, List.of());
    }

    /** The same, with what the reply shows of the node. */
    public Answer withEvidence(Evidence shown) {
        return new Answer(outcome, fences, present, reason, shown, members);
    }

    /** After HELD or a removal, how long that grant can still live there, or could have; −1 if it has no expiry. */
    public long remainingMillis() {
        return present.remainingMillis();
    }

    /** After HELD or a removal, the member id of that holder; empty if it did not leave one. */
    public String holder() {
        return present.holder();
    }
}
