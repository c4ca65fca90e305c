// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {

    private static final Fingerprint OURS = new Fingerprint("ours", 1, 10_000, 0.01);

    @ParameterizedTest
    @ValueSource(strings = {"ours", "a|b", "", "|", "line\nline"})
    void itIsReadAsItWasWritten(String clusterId) {
        Fingerprint written = new Fingerprint(clusterId, 1, 3_155_760_000_000L, 1.0E-3);

        assertThat(Fingerprint.parse(written.text())).contains(written);
    }

    @Test
    void onlyWhatDiffersIsNamedWithBothValues() {
        String reason = OURS.differencesTo(new Fingerprint("ours", 2, 20_000, 0.01).text());

        assertThat(reason)
                .contains("maxTtl 20000 ms (here 10000 ms)", "scheme version 2 (here 1)")
                .contains("set previousMaxTtl")
                .doesNotContain("clusterId", "driftFactor", "previousNodes");
    }

    @Test
    void whoComesWithOtherNodesIsToldTheOption() {
        assertThat(OURS.differencesTo(new Fingerprint("theirs", 1, 10_000, 0.01).text()))
                .contains("clusterId 'theirs' (here 'ours')", "set previousNodes")
                .doesNotContain("previousMaxTtl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "a|1|2", "a|1|2|x", "a|1|2|3|", "a|1|2|1-1"})
    void garbageIsSaidToBeUnreadable(String garbage) {
        assertThat(Fingerprint.parse(garbage)).isEmpty();
        assertThat(OURS.differencesTo(garbage)).contains("cannot read");
    }
}
