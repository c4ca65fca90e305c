// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Handover.Held;
import io.camelredlock.core.Handover.Share;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The string by which a lease goes to another process. */
class HandoverTest {

    private static final Token FIRST = Token.next(new Random(1));
    private static final Token SECOND = Token.next(new Random(2));

    private static final Handover HANDOVER = new Handover(
            List.of(new Held(Resource.lock("Größe {1}: 5/7?"), 1L << 52), new Held(Resource.leadership("orders"), 0)),
            10_000,
            List.of(
                    new Share("redis-1:6379", 1, true, new Incarnation("x:run:data:7", "run", "data"), List.of(FIRST)),
                    new Share("[::1]:6379", 3, false, Incarnation.UNKNOWN, List.of(FIRST, SECOND))));

    @Test
    void whatWasWrittenIsRead() {
        assertThat(Handover.decode(HANDOVER.encode())).isEqualTo(HANDOVER);
        assertThat(Handover.decode(" " + HANDOVER.encode() + "\n")).isEqualTo(HANDOVER);
    }

    @Test
    void itIsForWhoHasAListOfNodesInCommonWithTheGiver() {
        assertThat(HANDOVER.isOfNodes(Set.of("redis-1:6379", "[::1]:6379"))).isTrue();
        assertThat(HANDOVER.isOfNodes(Set.of("[::1]:6379"))).isTrue();
        assertThat(HANDOVER.isOfNodes(Set.of("redis-1:6379"))).isFalse();
        assertThat(HANDOVER.isOfNodes(Set.of("redis-1:6379", "[::1]:6379", "redis-3:6379")))
                .isFalse();
    }

    @Test
    void anyHeaderCanCarryIt() {
        assertThat(HANDOVER.encode()).matches("[A-Za-z0-9._-]+").hasSizeLessThan(500);
    }

    @Test
    void l59_itsDescriptionHasNoToken() {
        assertThat(HANDOVER.toString())
                .contains("orders")
                .doesNotContain(FIRST.value())
                .doesNotContain(SECOND.value());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "true", "redlock2.AAAA", "REDLOCK1.AAAA"})
    void somethingElseIsRefusedWithoutRepeatingIt(String text) {
        assertThatThrownBy(() -> Handover.decode(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("this is no hand-over string: those begin with redlock1.");
    }

    @Test
    void whateverChangesOnTheWayIsNoticed() {
        String whole = HANDOVER.encode();
        for (int i = "redlock1.".length(); i < whole.length(); i++) {
            String cut = whole.substring(0, i);
            String changed = cut + (whole.charAt(i) == 'A' ? 'B' : 'A') + whole.substring(i + 1);
            for (String damaged : List.of(cut, changed, changed + "AAAA", whole + "AAAA")) {
                assertThatThrownBy(() -> Handover.decode(damaged))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("damaged");
            }
        }
    }
}
