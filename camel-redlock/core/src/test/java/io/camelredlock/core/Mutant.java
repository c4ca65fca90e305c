// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** One place of the code put wrong, on purpose, and what must notice: simulation in that mode, or a test. */
enum Mutant {
    TOKEN_REUSED(
            "Cluster",
            "return Token.next(environment.random());",
            "return new Token(String.format(\"%032x\", hashCode()));",
            "CLASSIC"),
    QUORUM_OF_HALF(
            "Quorum", "return list.cardinality() / 2 + 1;", "return Math.max(1, list.cardinality() / 2);", "CLASSIC"),
    NEW_LIST_ALONE_DECIDES(
            "Quorum",
            "for (BitSet list : lists) {",
            "for (BitSet list : lists.subList(0, 1)) {",
            "RollingChangeTest#nobodyHoldsTwiceWhileANodeIsReplaced"),
    DRIFT_IGNORED("Validity", "ttl.minus(drift).toNanos()", "ttl.toNanos()", "CLASSIC"),
    VALIDITY_FROM_THE_REPLY(
            "ExtensionRound",
            "Validity.later(lease.deadline(), validity.deadline(start))",
            "Validity.later(lease.deadline(), validity.deadline(cluster.now()))",
            "CLASSIC"),
    SHORTER_TTL_COUNTS_WHEN_ANSWERED(
            "ExtensionRound",
            "lease.moveDeadline(Validity.earlier(lease.deadline(), validity.deadline(start)));",
            "",
            "CLASSIC"),
    RELEASE_STOPS_AT_A_QUORUM(
            "Releaser",
            "if (!lineage.wasIssued(node)) {",
            "if (!lineage.wasIssued(node) || node >= cluster.size() / 2 + 1) {",
            "QuorumTest#l31_nodesThatFellSilentAreReleasedToo"),
    NO_WAIT("TakeoverRule", "if (quorum.isReachedBy(evident(grants))) {", "if (waitNanos > 0) {", "GUARDED"),
    WAIT_ENDED_EARLY(
            "TakeoverRule",
            "long end = lastGrantNanos + waitNanos;",
            "long end = lastGrantNanos + waitNanos / 2;",
            "STRICT"),
    NO_CONFIRMING_ROUND(
            "TakeoverWait",
            "        lease.mint().whenComplete(",
            "        if (!over) {\n            hold(new Fence(lease.fences(), new java.util.BitSet()));\n"
                    + "            return;\n        }\n        lease.mint().whenComplete(",
            "TakeoverTest#theTokenIsMintedAfterTheWaitSoThatNobodyHasAHigherOne"),
    CLOCK_GUARD_OFF(
            "ClockGuard",
            "if (!outOfSight && !steppedBack && spread() <= toleranceNanos) {",
            "if (toleranceNanos > 0) {",
            "GUARDED"),
    VANISHED_KEYS_IGNORED(
            "NodeWatch",
            "if (shown.vanished() || vanished && isWithinWindow(vanishedNanos, atNanos)) {",
            "if (atNanos < 0) {",
            "GUARDED"),
    VANISHED_KEYS_FORGOTTEN_BY_RELEASE(
            "ModelScript",
            "new ModelStore.Meta(meta.counter(), \"\", 0, meta.vanishedMillis())",
            "new ModelStore.Meta(meta.counter(), \"\", 0, 0)",
            "GUARDED"),
    NEW_MEMORY_TAKEN_FOR_OLD(
            "NodeWatch", "if (!known.isContinuedBy(incarnation)) {", "if (!known.isKnown()) {", "GUARDED"),
    REWOUND_GRANTS_COUNT(
            "Lineage",
            "if (!memories[node].isContinuedBy(memory)) {",
            "if (memories.length == 0) {",
            "LineageTest#aNodeThatCameBackWithOldKeysIsHealed"),
    HEALED_NODES_VOTE_AT_ONCE(
            "Lineage",
            "            provisional.set(node);",
            "            full.set(node);",
            "LineageTest#aHealedNodeHasNoVoteBeforeARoundThatBeganLaterMadeItFull"),
    GIVER_GOES_ON_HOLDING("Extender", "lease.end(new Loss(Loss.Reason.HANDED_OVER, \"\"));", "", "CLASSIC"),
    ADOPTER_KEEPS_THE_GIVERS_FENCING_TOKEN(
            "Adoption",
            "result.complete(grants.hold(fence, lineage()));",
            "result.complete(grants.hold(new Fence(handover.resources().stream().map(Handover.Held::fence).toList(),"
                    + " fence.settled()), lineage()));",
            "CLASSIC"),
    ADOPTED_FROM_ANOTHER_MEMORY(
            "Adoption",
            "return vote.ifKept(share(node)",
            "return vote.ifKept(cluster.size() > 0 || share(node)",
            "AdoptionTest#aNodeThatForgotTheLeaseDoesNotCountEvenIfItShowsItAgain"),
    LOWEST_COUNTER_IS_THE_TOKEN(
            "Fence",
            "Math.max(one.get(i), other.get(i))",
            "Math.min(one.get(i), other.get(i))",
            "FencingTest#unequalCountersAreRaisedBeforeTheLeaseIsHeld"),
    UNEQUAL_COUNTERS_NOT_RAISED(
            "Raising",
            "if (cluster.quorum().isReachedBy(fence.settled())) {",
            "if (cluster.size() > 0) {",
            "FencingTest#unequalCountersAreRaisedBeforeTheLeaseIsHeld"),
    ANY_WALL_CLOCK_BELIEVED("ModelScript", "Math.min(proposal, (now + slack) * 1024 + 1023)", "proposal", "STRICT"),
    STEP_UNDONE_UNSEEN(
            "ClockGuard",
            "!outOfSight && !steppedBack && spread()",
            "!outOfSight && spread()",
            "NodeWatchTest#aStepThatOnlyASlowAnswerShowedWasUndoneIfTheNextQuickOneShowsNone"),
    TWO_REASONS_FOR_ONE_END(
            "Tenure",
            "if (loss.compareAndSet(null, why)) {",
            "if (loss.get() == null) {\n            loss.set(why);",
            "InterleavingTest#aReleaseAndAnExpiryAgreeOnOneReason"),
    TWO_THREADS_IN_ONE_SERIAL(
            "Serial",
            "if (waiting.getAndIncrement() == 0) {",
            "boolean idle = waiting.get() == 0;\n        waiting.incrementAndGet();\n        if (idle) {",
            "InterleavingTest#tasksOfOneSerialNeverOverlapAndNoneIsForgotten"),
    HANDED_OVER_THOUGH_RELEASED(
            "Extender",
            "if (ended != null && ended.reason() != Loss.Reason.HANDED_OVER) {",
            "if (ended == null) {",
            "InterleavingTest#whatWasHandedOverIsNotReleasedByItsGiver"),
    LISTENER_ADDED_AT_THE_END_FORGOTTEN(
            "LossEvents",
            "past = loss;",
            "past = null;",
            "InterleavingTest#aLeaseThatIsOverStaysSoAndItsListenerIsToldOnce");

    private final String file;
    private final String before;
    private final String after;
    private final String noticedBy;

    Mutant(String file, String before, String after, String noticedBy) {
        this.file = file;
        this.before = before;
        this.after = after;
        this.noticedBy = noticedBy;
    }

    String file() {
        return file + ".java";
    }

    /** The mode of takeover, or {@code Class#method} of the test. */
    String noticedBy() {
        return noticedBy;
    }

    /** The source with the mutation; fails if it has changed so that the place cannot be found any more. */
    String mutate(String source) {
        int at = source.indexOf(before);
        if (at < 0 || source.indexOf(before, at + 1) >= 0) {
            throw new IllegalStateException(file() + " must contain once: " + before);
        }
        return source.replace(before, after);
    }
}
