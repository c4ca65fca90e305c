// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fencing tokens are distinct and in order in every course of events, and would not be without any one of the rules. */
class FencingModelTest {

    private static final Logger LOG = LoggerFactory.getLogger(FencingModelTest.class);

    @ParameterizedTest(name = "{0} nodes, {1} overlapping attempts")
    @CsvSource({"1,3", "2,2", "3,2"})
    void tokensAreDistinctAndInOrder(int nodes, int attempts) {
        FencingModel model = new FencingModel(nodes, attempts);

        assertThat(model.findsViolation()).isFalse();
        LOG.warn("MODEL fencing nodes={} attempts={} states={} violations=0", nodes, attempts, model.states());
    }

    @ParameterizedTest(name = "{0} nodes, {1} attempts of which the last adopts")
    @CsvSource({"2,3", "3,2"})
    void whoAdoptsHasAHigherTokenThanWhoHandedOver(int nodes, int attempts) {
        FencingModel model = new FencingModel(nodes, attempts).adopting();

        assertThat(model.findsViolation()).isFalse();
        LOG.warn("MODEL adopting nodes={} attempts={} states={} violations=0", nodes, attempts, model.states());
    }

    @ParameterizedTest
    @EnumSource(FencingModel.Mutant.class)
    void everyRuleIsNeeded(FencingModel.Mutant mutant) {
        FencingModel model = new FencingModel(3, 2, mutant);
        boolean adopting = mutant == FencingModel.Mutant.ADOPTED_TOKEN;

        assertThat((adopting ? model.adopting() : model).findsViolation())
                .as("a violation with %s", mutant)
                .isTrue();
    }

    @Test
    void theSearchReachesHeldTokens() {
        FencingModel model = new FencingModel(1, 1);

        assertThat(model.findsViolation()).isFalse();
        assertThat(model.states()).isGreaterThan(4);
    }
}
