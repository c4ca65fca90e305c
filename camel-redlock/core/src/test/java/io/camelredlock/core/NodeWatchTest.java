// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a node's grant is evidence: every sentence of S-T2, S-T3 and S-T4 at its edge. */
class NodeWatchTest {

    private static final long MILLI = 1_000_000;
    private static final long EPOCH = 1_750_000_000_000L;
    private static final long LONGEST = 10_000;
    /** 10 s, 1 % of it and 2 ms. */
    private static final long WINDOW = 10_102;
    /** Half of 1 %. */
    private static final long TOLERANCE = 50;

    private final NodeWatch watch = new NodeWatch(RedlockOptions.builder()
            .ttl(Duration.ofMillis(LONGEST))
            .takeover(Takeover.GUARDED)
            .build());

    private String marker = "a:run:data:" + (EPOCH - LONGEST - 3_000);
    private String run = "run";
    private String data = "data";
    private long stepMillis;
    private boolean vanished;
    private String neverClean = "";
    private long last;

    /** A reply to what was sent then, by our clock in milliseconds, one millisecond each way. */
    private Evidence reply(long sent) {
        return reply(sent, sent + 2);
    }

    private Evidence reply(long sent, long received) {
        ClockSample clock = new ClockSample(EPOCH + (sent + received) / 2 + stepMillis, sent * MILLI, received * MILLI);
        return new Evidence(new Incarnation(marker, run, data), clock, vanished, neverClean);
    }

    /** A grant, with looks at the node every two seconds before it. */
    private Cleanness grantAt(long sent) {
        for (long look = last + 2_000; look < sent; look += 2_000) {
            see(reply(look));
        }
        last = sent;
        Evidence evidence = reply(sent);
        see(evidence);
        return watch.judge(evidence);
    }

    private void see(Evidence evidence) {
        watch.observe(evidence, evidence.clock()::receivedNanos);
    }

    private Cleanness.Kind kindAt(long sent) {
        return grantAt(sent).kind();
    }

    @Test
    void aMarkerOlderThanAnybodyCanHoldMakesItsNodeCleanAtFirstSight() {
        assertThat(grantAt(0)).isEqualTo(Cleanness.CLEAN);
    }

    @ParameterizedTest
    @CsvSource({"12000, YOUNG", "12001, CLEAN"})
    void theAgeOfAMarkerCountsBeyondTheLongestTtlAndTwoSeconds(long age, Cleanness.Kind expected) {
        marker = "a:run:data:" + (EPOCH + 1 - age);

        assertThat(kindAt(0)).isEqualTo(expected);
    }

    @Test
    void aYoungMemoryIsOutgrownWhenItHasBeenKnownForLongerThanAnybodyCanHold() {
        marker = "a:run:data:" + EPOCH;

        Cleanness first = grantAt(0);

        assertThat(first.kind()).isEqualTo(Cleanness.Kind.YOUNG);
        assertThat(first.outgrownNanos()).isEqualTo((2 + WINDOW) * MILLI);
        assertThat(kindAt(2 + WINDOW - 1)).isEqualTo(Cleanness.Kind.YOUNG);
        assertThat(kindAt(2 + WINDOW)).isEqualTo(Cleanness.Kind.CLEAN);
    }

    @Test
    void whatAClientWatchedDoesNotGrowOldByTheNodesClock() {
        marker = "a:run:data:" + EPOCH;
        see(reply(0, 60)); // too slow to tell the time
        stepMillis = Duration.ofHours(1).toMillis();

        assertThat(kindAt(100)).isEqualTo(Cleanness.Kind.YOUNG);
    }

    @ParameterizedTest
    @CsvSource({"b:run:data:1750000000000, run, data", "a:run2:data:0, run2, data", "a:run:data2:0, run, data2"})
    void anotherIncarnationIsYoungAgainOrJudgedByItsMarker(String other, String newRun, String newData) {
        grantAt(0);
        marker = other;
        run = newRun;
        data = newData;

        Cleanness.Kind expected = other.endsWith(":0") ? Cleanness.Kind.CLEAN : Cleanness.Kind.YOUNG;
        assertThat(kindAt(10)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a:run:other:0",
                "a:other:data:0",
                "a:run:data:",
                "a:run:data:x",
                "run:data:0",
                "a:run:data:-1"
            })
    void aMarkerThatIsMissingOrOfAnotherServerIsNeverClean(String bad) {
        marker = bad;

        assertThat(kindAt(0)).isEqualTo(Cleanness.Kind.UNCLEAN);
        assertThat(kindAt(5 * WINDOW)).isEqualTo(Cleanness.Kind.UNCLEAN);
    }

    @Test
    void theFirstMarkerThatMatchesContinuesTheMemoryThatHadNone() {
        marker = "";
        see(reply(0));
        marker = "a:run:data:" + (EPOCH + 4);

        assertThat(grantAt(10).outgrownNanos()).isEqualTo((2 + WINDOW) * MILLI);
    }

    @Test
    void aMarkerThatVanishesEndsTheMemory() {
        grantAt(0);
        String before = marker;
        marker = "";
        see(reply(10));
        marker = "b:run:data:" + (EPOCH + 12);

        assertThat(grantAt(20).outgrownNanos()).isEqualTo((12 + WINDOW) * MILLI);
        assertThat(marker).isNotEqualTo(before);
    }

    @Test
    void aGrantOfAnEarlierMemoryIsNoEvidence() {
        Evidence earlier = reply(0);
        see(earlier);
        marker = "b:run:data:0";
        see(reply(1));

        assertThat(watch.judge(earlier).kind()).isEqualTo(Cleanness.Kind.UNCLEAN);
    }

    @Test
    void aKeyThatVanishedMakesTheNodeUncleanForAsLongAsAnybodyCanHold() {
        vanished = true;
        assertThat(kindAt(0)).isEqualTo(Cleanness.Kind.UNCLEAN);
        vanished = false;

        assertThat(kindAt(2 + WINDOW - 1)).isEqualTo(Cleanness.Kind.UNCLEAN);
        assertThat(kindAt(2 + WINDOW)).isEqualTo(Cleanness.Kind.CLEAN);
    }

    @Test
    void aNodeThatMayEvictIsNeverClean() {
        neverClean = "maxmemory-policy allkeys-lru";

        assertThat(grantAt(0)).isEqualTo(Cleanness.unclean(neverClean));
        assertThat(kindAt(3 * WINDOW)).isEqualTo(Cleanness.Kind.UNCLEAN);
    }

    @ParameterizedTest
    @CsvSource({"25, CLEAN", "26, BLURRED"})
    void aGrantWhoseAnswerWasSlowIsNoEvidenceByItself(long roundTrip, Cleanness.Kind expected) {
        Evidence slow = reply(0, roundTrip);
        see(slow);

        assertThat(watch.judge(slow).kind()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {3_600_000, TOLERANCE - 1, -TOLERANCE + 1, -3_600_000})
    void aStepOfTheClockMakesTheNodeUncleanForAsLongAsAnybodyCanHold(long step) {
        grantAt(0);
        stepMillis = step;

        assertThat(kindAt(100)).isEqualTo(Cleanness.Kind.UNCLEAN);
        assertThat(kindAt(102 + WINDOW - 1)).isEqualTo(Cleanness.Kind.UNCLEAN);
        assertThat(kindAt(102 + WINDOW)).isEqualTo(Cleanness.Kind.CLEAN);
    }

    @ParameterizedTest
    @CsvSource({"0, 125", "25, 100"})
    void looksAsSlowAsAllowedAtAClockThatStandsStillShowNoStep(long firstRead, long secondRead) {
        see(read(0, firstRead, 25));
        Evidence second = read(100, secondRead, 125);

        see(second);

        assertThat(watch.judge(second)).isEqualTo(Cleanness.CLEAN);
    }

    /** A reply with the time the node's clock showed at that moment of ours. */
    private Evidence read(long sent, long at, long received) {
        ClockSample clock = new ClockSample(EPOCH + at, sent * MILLI, received * MILLI);
        return new Evidence(new Incarnation(marker, run, data), clock, false, "");
    }

    @ParameterizedTest
    @CsvSource({"152, UNCLEAN", "-152, UNCLEAN", "151, BLURRED", "-151, BLURRED"})
    void aSlowAnswerShowsOnlyWhatMustBeAStep(long step, Cleanness.Kind expected) {
        grantAt(0);
        stepMillis = step;
        Evidence slow = reply(100, 300); // the step is known to 100 ms either way, and must exceed 50

        see(slow);

        assertThat(watch.judge(slow).kind()).isEqualTo(expected);
    }

    @Test
    void aStepThatOnlyASlowAnswerShowedDoesNotHideTheNextOne() {
        grantAt(0);
        stepMillis = 3_600_000;
        see(reply(100, 300));
        stepMillis *= 2;

        last = 2 * WINDOW;
        assertThat(kindAt(2 * WINDOW)).isEqualTo(Cleanness.Kind.UNCLEAN);
    }

    @ParameterizedTest
    @ValueSource(longs = {TOLERANCE - 2, -TOLERANCE + 2})
    void stepsWithinTheToleranceCountWithHalfOfBothRoundTrips(long step) {
        grantAt(0);
        stepMillis = step;

        assertThat(kindAt(100)).isEqualTo(Cleanness.Kind.CLEAN);
    }

    @Test
    void manySmallStepsAreSeenAsTheirSum() {
        grantAt(0);
        for (int i = 1; i < 49; i++) {
            stepMillis = i;
            assertThat(kindAt(i * 100L)).isEqualTo(Cleanness.Kind.CLEAN);
        }
        stepMillis = 49;

        assertThat(kindAt(4_900)).isEqualTo(Cleanness.Kind.UNCLEAN);
    }

    @Test
    void aStepIsSeenThoughTheLastLookWasLongAgo() {
        grantAt(0);
        stepMillis = 60;

        last = 20 * WINDOW;
        assertThat(kindAt(20 * WINDOW)).isEqualTo(Cleanness.Kind.UNCLEAN);
    }

    @ParameterizedTest
    @CsvSource({"5000, CLEAN", "5001, UNCLEAN"})
    void aClockThatWasOutOfSightMayHaveSteppedAndSteppedBack(long gap, Cleanness.Kind expected) {
        grantAt(0);
        grantAt(2_000);
        last = 2_000 + gap;

        assertThat(kindAt(last)).isEqualTo(expected);
        assertThat(kindAt(last + 2 + WINDOW)).isEqualTo(Cleanness.Kind.CLEAN);
    }

    @Test
    void aStepThatOnlyASlowAnswerShowedWasUndoneIfTheNextQuickOneShowsNone() {
        grantAt(0);
        stepMillis = -1_000;
        see(reply(100, 300));
        stepMillis = 0;
        grantAt(2_000); // stepped forward again, until then

        assertThat(kindAt(2_000 + WINDOW)).isEqualTo(Cleanness.Kind.UNCLEAN);
        assertThat(kindAt(2_002 + WINDOW)).isEqualTo(Cleanness.Kind.CLEAN);
    }

    @Test
    void aSlowDriftIsForgottenBeyondTheTimeAnybodyCanHold() {
        for (int i = 0; i < 200; i++) {
            stepMillis = i; // 1 ms in 500: 20 ms in the time anybody can hold
            assertThat(kindAt(i * 500L)).isEqualTo(Cleanness.Kind.CLEAN);
        }
    }
}
