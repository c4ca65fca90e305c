// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which grants count and how long a new holder waits (S-A2, S-T5). */
class TakeoverRuleTest {

    private static final long NOW = Long.MAX_VALUE - 500; // such clocks may overflow
    private static final long WAIT = 1_000;

    /** One letter a node: c clean, b blurred, u unclean, digits young until so many hundreds from now, - no grant. */
    private static @Nullable Cleanness[] grants(String text) {
        @Nullable Cleanness[] grants = new Cleanness[text.length()];
        for (int node = 0; node < grants.length; node++) {
            char letter = text.charAt(node);
            grants[node] = switch (letter) {
                case '-' -> null;
                case 'c' -> Cleanness.CLEAN;
                case 'b' -> Cleanness.blurred("too slow");
                case 'u' -> Cleanness.unclean("a reason");
                default -> Cleanness.young(NOW + (letter - '0') * 100L, "too young");
            };
        }
        return grants;
    }

    private static TakeoverRule rule(Takeover takeover, String grants) {
        return new TakeoverRule(takeover, Quorum.of(grants.length()), WAIT);
    }

    private static BitSet nodes(String digits) {
        return IntStream.range(0, digits.length())
                .map(i -> digits.charAt(i) - '0')
                .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    @ParameterizedTest(name = "{0}: {1} with {2} out is decided: {3}")
    @CsvSource({
        "CLASSIC, uu-, 1, true",
        "CLASSIC, u--, 2, false",
        "GUARDED, cc-, 1, true",
        "GUARDED, cu-, 1, false",
        "GUARDED, c5-, 1, false",
        "GUARDED, uu-, 1, true",
        "GUARDED, cu-, 0, true",
        "GUARDED, c--, 0, false",
        "GUARDED, cuu--, 2, false",
        "GUARDED, uuu--, 2, true",
        "GUARDED, cu---, 3, false",
        "GUARDED, u, 0, true",
        "STRICT, cc-, 1, true",
        "STRICT, c--, 2, false"
    })
    void anAttemptIsDecidedWhenNoMoreCleanGrantCouldSpareTheWait(
            Takeover takeover, String grants, int outstanding, boolean decided) {
        BitSet out = new BitSet();
        out.set(grants.length() - outstanding, grants.length());
        assertThat(rule(takeover, grants).isDecided(grants(grants), out)).isEqualTo(decided);
    }

    @ParameterizedTest(name = "{0}: of {1} count {2}")
    @CsvSource({
        "CLASSIC, uc-, 01",
        "GUARDED, ccu, 01",
        "GUARDED, c1c, 02",
        "GUARDED, cuu, 012",
        "GUARDED, cu-, 01",
        "STRICT, cc-, 01",
        "STRICT, ucc, 012"
    })
    void aQuorumOfCleanGrantsCountsAloneElseAllDo(Takeover takeover, String grants, String counted) {
        assertThat(rule(takeover, grants).counted(grants(grants))).isEqualTo(nodes(counted));
    }

    @ParameterizedTest(name = "{0}: {1} waits {2}")
    @CsvSource({
        "GUARDED, uuu, 1000",
        "GUARDED, cu-, 1000",
        "GUARDED, c5u, 500",
        "GUARDED, 25-, 500",
        "GUARDED, 258, 500",
        "GUARDED, 2uu, 1000",
        "GUARDED, u, 1000",
        "GUARDED, bb-, 1000",
        "GUARDED, 2bb, 1000",
        "GUARDED, 0, 0",
        "GUARDED, 2c7uu, 700",
        "STRICT, ccc, 1000",
        "STRICT, 123, 1000"
    })
    void theWaitEndsWhenAQuorumHasOutgrownItsYouthElseAfterTheLongestHold(
            Takeover takeover, String grants, long expected) {
        OptionalLong end = rule(takeover, grants).waitEnd(grants(grants), NOW);

        assertThat(end.orElseThrow() - NOW).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: {1} is looked at again: {2}")
    @CsvSource({
        "GUARDED, bb-, true",
        "GUARDED, cb-, true",
        "GUARDED, 5b-, true",
        "GUARDED, ub-, false",
        "GUARDED, b, true",
        "GUARDED, ccb, false",
        "GUARDED, 55-, false",
        "GUARDED, b--, false",
        "GUARDED, buu, false",
        "STRICT, bb-, false",
        "CLASSIC, bb-, false"
    })
    void slowGrantsAreLookedAtAgainOnlyWhereItMaySpareAWait(Takeover takeover, String grants, boolean again) {
        assertThat(rule(takeover, grants).wantsSecondLook(grants(grants))).isEqualTo(again);
    }

    @Test
    void nothingIsWaitedForWhereTheEvidenceIsThereOrNotAskedFor() {
        assertThat(rule(Takeover.GUARDED, "cuc").waitEnd(grants("cuc"), NOW)).isEmpty();
        assertThat(rule(Takeover.CLASSIC, "uu-").waitEnd(grants("uu-"), NOW)).isEmpty();
    }
}
