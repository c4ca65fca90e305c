// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.camelredlock.core.HouseRules;
import org.apache.camel.spi.Metadata;

/** Looks at core and jedis as well, for what only shows when all three are seen together. */
@AnalyzeClasses(
        packages = {"io.camelredlock.core", "io.camelredlock.jedis", "io.camelredlock.component"},
        importOptions = HouseRules.PublishedClasses.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchTests HOUSE_RULES_HOLD = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CYCLE =
            slices().matching("io.camelredlock.(**)").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule ONLY_JEDIS_TOUCHES_THE_CLIENT = noClasses()
            .that()
            .resideOutsideOfPackage("io.camelredlock.jedis..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("redis.clients..");

    @ArchTest
    static final ArchRule HEADER_CONSTANTS_ARE_OURS_AND_DOCUMENTED = fields().that()
            .areDeclaredInClassesThat()
            .haveSimpleName("RedlockConstants")
            .and()
            .arePublic()
            .should(startWith("CamelRedlock"))
            .andShould()
            .beAnnotatedWith(Metadata.class)
            .allowEmptyShould(true);

    private static ArchCondition<JavaField> startWith(String prefix) {
        return new ArchCondition<>("start with " + prefix) {
            @Override
            public void check(JavaField constant, ConditionEvents events) {
                String value = String.valueOf(valueOf(constant));
                boolean starts = value.startsWith(prefix);
                events.add(new SimpleConditionEvent(constant, starts, constant.getFullName() + " is " + value));
            }
        };
    }

    private static Object valueOf(JavaField constant) {
        try {
            return constant.reflect().get(null);
        } catch (IllegalAccessException hidden) {
            throw new AssertionError(constant.getFullName() + " cannot be read", hidden);
        }
    }
}
