// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Timer;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What holds for every published module: time and threads come in from outside, nothing is printed, and every failure
 * has a type. The few classes that may do otherwise are named here, so that one more is a decision. Stateless.
 */
public final class HouseRules {

    /** Not part of the rules for every module: Camel subclasses some of its own at run time. */
    public static final ArchRule CLASSES_ARE_FINAL_UNLESS_MEANT_AS_A_BASE = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .areNotAnonymousClasses()
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .and(not(exceptionBase()))
            .should()
            .haveModifier(JavaModifier.FINAL)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule ONLY_THE_TICKER_READS_CLOCKS = noClasses()
            .that()
            .haveNameNotMatching("io\\.camelredlock\\.core\\.(SystemTicker|BootClock)")
            .should()
            .accessTargetWhere(readsAClock())
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule NOBODY_SLEEPS = noClasses()
            .should()
            .accessTargetWhere(target(name("sleep")).and(targetOwner(belongToAnyOf(Thread.class, TimeUnit.class))))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule THREADS_COME_FROM_OUTSIDE = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.camelredlock.jedis.StandaloneThreads")
            .should()
            .accessTargetWhere(makesThreads())
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule NOBODY_PRINTS = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.allowEmptyShould(true);

    @ArchTest
    static final ArchRule EVERY_FAILURE_HAS_A_TYPE = NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS.allowEmptyShould(true);

    private HouseRules() {}

    /** Leaves out test classes, in whichever folder or jar they lie. Stateless. */
    public static final class PublishedClasses implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/") && !location.contains("-tests.jar");
        }
    }

    private static DescribedPredicate<JavaClass> exceptionBase() {
        return describe(
                "an exception with subclasses",
                type -> type.isAssignableTo(Throwable.class)
                        && !type.getSubclasses().isEmpty());
    }

    private static DescribedPredicate<JavaAccess<?>> readsAClock() {
        DescribedPredicate<JavaAccess<?>> ofSystem =
                target(nameMatching("nanoTime|currentTimeMillis")).and(targetOwner(belongToAnyOf(System.class)));
        DescribedPredicate<JavaAccess<?>> ofJavaTime =
                target(nameMatching("now|system.*|tick.*")).and(targetOwner(resideInAPackage("java.time")));
        DescribedPredicate<JavaAccess<?>> ofDate = describe(
                "new Date()", access -> access.getTarget().getFullName().equals("java.util.Date.<init>()"));
        return ofSystem.or(ofJavaTime).or(ofDate).as("reads a clock");
    }

    private static DescribedPredicate<JavaAccess<?>> makesThreads() {
        return describe(
                "makes a thread without a factory from outside, or borrows one of the common pool",
                access -> access.getTarget() instanceof CodeUnitAccessTarget unit && makesThreads(unit));
    }

    private static boolean makesThreads(CodeUnitAccessTarget unit) {
        JavaClass owner = unit.getOwner();
        if (owner.isEquivalentTo(CompletableFuture.class)) {
            return unit.getName().endsWith("Async") && !takes(Executor.class, unit);
        }
        boolean constructs = unit.getName().equals(JavaConstructor.CONSTRUCTOR_NAME)
                && Stream.of(Thread.class, Timer.class, AbstractExecutorService.class)
                        .anyMatch(owner::isAssignableTo);
        return (constructs || owner.isEquivalentTo(Executors.class)) && !takes(ThreadFactory.class, unit);
    }

    private static boolean takes(Class<?> type, CodeUnitAccessTarget unit) {
        return unit.getRawParameterTypes().stream().anyMatch(parameter -> parameter.isEquivalentTo(type));
    }
}
