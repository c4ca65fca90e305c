// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The three answers of an extension. A letter a node: G agreed, L lost, F failed, . out; lower case: not full. */
class ExtensionTest {

    private static Extension.Verdict verdict(String nodes) {
        BitSet full = new BitSet();
        BitSet asked = new BitSet();
        asked.set(0, nodes.length());
        Votes votes = Votes.awaited(nodes.length(), asked);
        for (int node = 0; node < nodes.length(); node++) {
            char letter = nodes.charAt(node);
            full.set(node, Character.isUpperCase(letter) || letter == '.');
            if (letter != '.') {
                votes = votes.with(node, Vote.of("n" + node, answer(Character.toUpperCase(letter))));
            }
        }
        return new Extension(full, Quorum.of(nodes.length())).verdict(votes);
    }

    private static Answer answer(char letter) {
        return switch (letter) {
            case 'G' -> Answer.ok(List.of());
            case 'L' -> Answer.lost(Answer.ABSENT);
            default -> Answer.failed("down");
        };
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "GG., EXTENDED",
        "GGF, EXTENDED",
        "G.., OPEN",
        "GF., OPEN",
        "GFF, UNKNOWN",
        "FFF, UNKNOWN",
        "GL., OPEN",
        "GLF, UNKNOWN",
        "LL., LOST",
        "GLL, LOST",
        "GGgLL, LOST",
        "GGlll, LOST",
        "GGGll, EXTENDED",
        "GG.gg, OPEN",
        "GLLgg, LOST",
        "GG.., OPEN",
        "GGLL, LOST",
        "G, EXTENDED",
        "L, LOST",
        "F, UNKNOWN"
    })
    void onlyNodesThatWereFullCount(String nodes, Extension.Verdict expected) {
        assertThat(verdict(nodes)).isEqualTo(expected);
    }

    @Test
    void aHealedNodeDoesNotMakeUpForALostOne() {
        assertThat(verdict("GgL")).isEqualTo(Extension.Verdict.LOST);
    }
}
