// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.TakeoverModel.Mutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nobody holds with anybody else in any course of events, whatever nodes forget, and somebody would without any one of the
 * rules. Larger scopes, which take minutes: {@code -Dmodels=large}.
 */
class TakeoverModelTest {

    private static final Logger LOG = LoggerFactory.getLogger(TakeoverModelTest.class);

    @ParameterizedTest(name = "{0}: {1} nodes, {2} clients, ttl {3}, {4} faults")
    @CsvSource({"STRICT,3,2,2,0", "GUARDED,3,2,2,1", "GUARDED,1,3,2,2"})
    void nobodyHoldsWithAnother(Takeover takeover, int nodes, int clients, int ttl, int faults) {
        exhaust("takeover " + takeover, new TakeoverModel(takeover, nodes, clients, ttl).faults(faults));
    }

    @ParameterizedTest(name = "{0}: {1} faults")
    @CsvSource({"STRICT,3", "GUARDED,1"})
    void norWhenNodesAreHealed(Takeover takeover, int faults) {
        exhaust(
                "healing " + takeover,
                new TakeoverModel(takeover, 3, 2, 2).faults(faults).healing());
    }

    @Test
    @EnabledIfSystemProperty(named = "models", matches = "large")
    void norInALargerScope() {
        exhaust("takeover GUARDED", new TakeoverModel(Takeover.GUARDED, 3, 2, 2).faults(2));
        exhaust("healing STRICT", new TakeoverModel(Takeover.STRICT, 3, 2, 2).healing());
    }

    private static void exhaust(String what, TakeoverModel model) {
        assertThat(model.findsViolation()).isFalse();
        assertThat(model.states()).isGreaterThan(1000);
        LOG.warn("MODEL {} states={} depth={} violations=0", what, model.states(), model.depth());
    }

    @ParameterizedTest
    @EnumSource
    void everyRuleIsNeeded(Mutant mutant) {
        TakeoverModel model = broken(mutant);

        assertThat(model.findsViolation()).as("two holders with %s", mutant).isTrue();
        LOG.warn("MODEL mutant {} caught after {} events", mutant, model.depth());
    }

    private static TakeoverModel broken(Mutant mutant) {
        return switch (mutant) {
            case HEALED_NODES_VOTE_AT_ONCE ->
                new TakeoverModel(Takeover.STRICT, 3, 2, 2, mutant).faults(3).healing();
            case VANISHED_KEYS_FORGOTTEN_BY_RELEASE -> new TakeoverModel(Takeover.GUARDED, 1, 3, 2, mutant).faults(1);
            case NO_WAIT, WAIT_ENDS_A_TICK_EARLY, WAIT_COUNTED_FROM_THE_FIRST_SEND, DEADLINE_FROM_THE_REPLY ->
                new TakeoverModel(Takeover.STRICT, 3, 2, 2, mutant);
            default -> new TakeoverModel(Takeover.GUARDED, 3, 2, 2, mutant).faults(2);
        };
    }
}
