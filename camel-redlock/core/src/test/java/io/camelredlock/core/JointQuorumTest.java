// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which nodes are enough, of one list or of two (S-N3). */
class JointQuorumTest {

    private static BitSet nodes(String digits) {
        BitSet nodes = new BitSet();
        digits.chars().forEach(digit -> nodes.set(digit - '0'));
        return nodes;
    }

    private static Quorum quorum(String... lists) {
        return new Quorum(List.of(lists).stream().map(JointQuorumTest::nodes).toList());
    }

    /** All sets of nodes up to 8 that are enough. */
    private static List<BitSet> all(Quorum quorum) {
        List<BitSet> all = new ArrayList<>();
        for (long bits = 1; bits < 512; bits++) {
            BitSet nodes = BitSet.valueOf(new long[] {bits});
            if (quorum.isReachedBy(nodes)) {
                all.add(nodes);
            }
        }
        return all;
    }

    private static boolean alwaysMeet(Quorum one, Quorum other) {
        return all(one).stream().allMatch(here -> all(other).stream().allMatch(here::intersects));
    }

    @ParameterizedTest(name = "{1} of {0} nodes: {2}")
    @CsvSource({"0, 0, true", "01, 0, false", "012, 01, true", "012, 2, false", "0123, 01, false", "0123, 013, true"})
    void aStrictMajorityOfOneListIsEnough(String list, String agreeing, boolean enough) {
        assertThat(quorum(list).isReachedBy(nodes(agreeing))).isEqualTo(enough);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"01, true", "02, false", "03, false", "023, true", "123, true", "12, false", "23, false"})
    void ofTwoListsAMajorityOfEachIsNeeded(String agreeing, boolean enough) {
        assertThat(quorum("013", "012").isReachedBy(nodes(agreeing))).isEqualTo(enough);
    }

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({"012, 013", "012, 034", "012, 345", "012, 01", "01, 012", "012, 01234", "01234, 01256", "0, 1", "0, 123"
    })
    void whoNeedsBothListsMeetsEverybodyWhoNeedsOneOfThem(String before, String after) {
        Quorum both = quorum(after, before);

        assertThat(alwaysMeet(both, quorum(before))).isTrue();
        assertThat(alwaysMeet(both, quorum(after))).isTrue();
        assertThat(alwaysMeet(both, both)).isTrue();
    }

    @ParameterizedTest(name = "{0} to {1}: {2}")
    @CsvSource({"012, 013, false", "012, 0123, true", "0123, 012, true", "012, 345, false", "01234, 01235, false"})
    void whoNeedsTheOldListAndWhoNeedsTheNewOneMayMissEachOther(String before, String after, boolean meet) {
        assertThat(alwaysMeet(quorum(before), quorum(after))).isEqualTo(meet);
    }

    @ParameterizedTest(name = "from {0}: {1}")
    @CsvSource({"'5,1,3,9', 5", "'1,9,3,2', 3", "'1,2,3,4', 2"})
    void theEarliestQuorumIsThatOfBothLists(String times, long earliest) {
        long[] fromByNode =
                List.of(times.split(",")).stream().mapToLong(Long::parseLong).toArray();

        assertThat(quorum("013", "012").earliest(fromByNode)).isEqualTo(earliest);
    }

    @Test
    void whatIsNeededIsSaidOfBothLists() {
        assertThat(quorum("013", "012")).hasToString("2 of 3 nodes and 2 of 3 previousNodes");
        assertThat(quorum("012")).hasToString("2 of 3 nodes");
    }
}
