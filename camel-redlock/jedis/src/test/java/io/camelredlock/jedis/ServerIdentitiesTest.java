// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerIdentitiesTest {

    private final ServerIdentities identities = new ServerIdentities(
            List.of(new NodeAddress("a", 1, false), new NodeAddress("b", 2, false), new NodeAddress("c", 3, false)));

    @Test
    void differentServersAllVote() {
        identities.claim(0, "x");
        identities.claim(1, "y");
        identities.claim(2, "z");

        assertVoting(true, true, true);
    }

    @Test
    void theLaterInTheListDoesNotVoteWhicheverConnectedFirst() { // S-N2
        identities.claim(2, "x");
        assertVoting(true, true, true);

        identities.claim(0, "x");

        assertVoting(true, true, false);
        assertThat(identities.refused(2)).hasValueSatisfying(refusal -> {
            assertThat(refusal.outcome()).isEqualTo(Outcome.INELIGIBLE);
            assertThat(refusal.reason()).contains("same server as node a:1");
        });
    }

    @Test
    void threeNamesOfOneServerAreOneVote() {
        identities.claim(2, "x");
        identities.claim(1, "x");
        identities.claim(0, "x");

        assertVoting(true, false, false);
    }

    @Test
    void itVotesAgainWhenTheOtherIsGone() {
        identities.claim(0, "x");
        identities.claim(1, "x");

        identities.claim(0, "");

        assertVoting(true, true, true);
    }

    @Test
    void serversThatDoNotTellAreNotTheSame() {
        identities.claim(0, "");
        identities.claim(1, "");

        assertVoting(true, true, true);
    }

    private void assertVoting(Boolean... voting) {
        for (int index = 0; index < voting.length; index++) {
            assertThat(identities.refused(index).isEmpty()).as("node " + index).isEqualTo(voting[index]);
        }
    }
}
