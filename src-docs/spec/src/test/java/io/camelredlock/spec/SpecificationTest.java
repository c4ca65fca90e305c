// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.spec;

import static org.assertj.core.api.Assertions.assertThat;

import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.Module;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The specification holds: no {@code check} has a counter-example within its scope, every {@code run} has an example, among
 * them one of what goes wrong for each rule left out.
 */
class SpecificationTest {

    private static final String[] FILES = {"acquire.als", "fencing.als", "takeover.als"};

    static Stream<Arguments> commands() {
        return Stream.of(FILES).flatMap(file -> {
            Module module = parse(file);
            return module.getAllCommands().stream().map(command -> Arguments.of(file, command.label, module, command));
        });
    }

    private static Module parse(String file) {
        return CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, file);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("commands")
    void comesToWhatIsExpected(String file, String label, Module module, Command command) {
        A4Solution solution = TranslateAlloyToKodkod.execute_command(
                A4Reporter.NOP, module.getAllReachableSigs(), command, new A4Options());

        assertThat(solution.satisfiable() ? 1 : 0)
                .as("%s of %s has an example%n%s", label, file, command.check && solution.satisfiable() ? solution : "")
                .isEqualTo(command.expects);
    }

    @Test
    void everyFileChecksSomethingAndShowsWhyItsRulesAreNeeded() {
        assertThat(FILES).allSatisfy(file -> {
            Module module = parse(file);

            assertThat(module.getAllCommands()).anyMatch(command -> command.check && command.expects == 0);
            assertThat(module.getAllCommands())
                    .filteredOn(command -> !command.check)
                    .hasSizeGreaterThanOrEqualTo(3);
        });
    }
}
