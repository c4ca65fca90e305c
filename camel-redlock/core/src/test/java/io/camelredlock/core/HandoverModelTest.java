// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease that is handed over is held by one at a time, in every course of events, and would not be without any rule. */
class HandoverModelTest {

    private static final Logger LOG = LoggerFactory.getLogger(HandoverModelTest.class);

    @Test
    void nobodyHoldsWithAnother() {
        HandoverModel model = new HandoverModel(3, 2, 2);

        assertThat(model.findsViolation()).isFalse();
        assertThat(model.states()).isGreaterThan(1000);
        LOG.warn("MODEL handover states={} depth={} violations=0", model.states(), model.depth());
    }

    @ParameterizedTest
    @EnumSource
    void everyRuleIsNeeded(HandoverModel.Mutant mutant) {
        HandoverModel model = new HandoverModel(3, 2, 2, mutant);

        assertThat(model.findsViolation()).as("two holders with %s", mutant).isTrue();
        LOG.warn("MODEL mutant {} caught after {} events", mutant, model.depth());
    }
}
