// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {

    @ParameterizedTest
    @EnumSource
    void isTheSameAfterItsWayThroughALine(Report.Kind kind) {
        Report report = new Report(kind, -5, 1_800_000_000_000_001L, 42);

        assertThat(Report.parse(report.toLine())).contains(report);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "REPORT", "GAINED 1 2 3 4"})
    void otherLinesAreNoReports(String line) {
        assertThat(Report.parse(line)).isEmpty();
    }

    @Test
    void itsTimesAreMovedToTheClockOfTheRun() {
        assertThat(new Report(Report.Kind.VALID, 110, 7, 130).since(100))
                .isEqualTo(new Report(Report.Kind.VALID, 10, 7, 30));
    }
}
