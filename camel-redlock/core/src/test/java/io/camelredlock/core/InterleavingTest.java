// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.interleaving.Interleavings;
import io.camelredlock.interleaving.SteppingClasses;
import java.lang.reflect.Method;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lease and the threads that use it, in every order that departs at most twice from taking turns, {@code -Dinterleavings=N}
 * times; a failure names the order.
 */
class InterleavingTest {

    private static final Logger LOG = LoggerFactory.getLogger(InterleavingTest.class);
    private static final int DEPARTURES = Integer.getInteger("interleavings", 2);

    private static void visit(String scene) {
        long start = System.nanoTime();
        int orders = Interleavings.visit(DEPARTURES, scene(scene));
        LOG.warn(
                "ORDERS scene={} departures={} orders={} ms={}",
                scene,
                DEPARTURES,
                orders,
                (System.nanoTime() - start) / 1_000_000);
        assertThat(orders).as("orders").isGreaterThan(10);
    }

    private static Function<Interleavings, Runnable> scene(String name) {
        try {
            Method scene = new SteppingClasses(LeaseScenes.class)
                    .loadClass(LeaseScenes.class.getName())
                    .getDeclaredMethod(name, Interleavings.class);
            scene.setAccessible(true);
            return threads -> play(scene, threads);
        } catch (ReflectiveOperationException missing) {
            throw new AssertionError(missing);
        }
    }

    private static Runnable play(Method scene, Interleavings threads) {
        try {
            return (Runnable) scene.invoke(null, threads);
        } catch (ReflectiveOperationException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void theSearchFindsALostStep() {
        assertThatThrownBy(() -> visit("increments")).hasMessageContaining("increments");
    }

    @Test
    void tasksOfOneSerialNeverOverlapAndNoneIsForgotten() {
        visit("serial");
    }

    @Test
    void aLeaseIsReleasedOnceAndNotValidAfterAnyRelease() {
        visit("twoReleases");
    }

    @Test
    void nothingIsExtendedAfterItsRelease() {
        visit("extensionAndRelease");
    }

    @Test
    void aLeaseThatIsOverStaysSoAndItsListenerIsToldOnce() {
        visit("expiryAndExtension");
    }

    @Test
    void aReleaseAndAnExpiryAgreeOnOneReason() {
        visit("expiryAndRelease");
    }

    @Test
    void whatWasHandedOverIsNotReleasedByItsGiver() {
        visit("handoverAndRelease");
    }

    @Test
    void oneOfTwoGetsTheLockAndTheOtherLeavesNothing() {
        visit("twoAcquire");
    }

    @Test
    void whoGivesUpAcquiringLeavesNothing() {
        visit("cancelledAcquire");
    }

    @Test
    void whoWaitsInTheSameProcessGetsItNext() {
        visit("queue");
    }
}
