// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.camelredlock.core.HouseRules;

@AnalyzeClasses(packages = "io.camelredlock.jedis", importOptions = HouseRules.PublishedClasses.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchTests HOUSE_RULES_HOLD = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchRule CLASSES_ARE_FINAL = HouseRules.CLASSES_ARE_FINAL_UNLESS_MEANT_AS_A_BASE;

    @ArchTest
    static final ArchRule JEDIS_KNOWS_NO_CAMEL = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.net..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "redis.clients..",
                    "org.crac..",
                    "io.camelredlock.core..",
                    "io.camelredlock.jedis..");
}
