// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.camelredlock.core", importOptions = HouseRules.PublishedClasses.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchTests HOUSE_RULES_HOLD = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchRule CLASSES_ARE_FINAL = HouseRules.CLASSES_ARE_FINAL_UNLESS_MEANT_AS_A_BASE;

    @ArchTest
    static final ArchRule CORE_NEEDS_ONLY_THE_JDK_AND_A_LOGGER = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.slf4j..", "org.jspecify..", "io.camelredlock.core..");
}
