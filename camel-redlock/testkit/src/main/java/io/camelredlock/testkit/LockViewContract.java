// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.LeaseLostException;
import io.camelredlock.core.Redlock;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** The view as a lock that belongs to a thread. */
interface LockViewContract extends Contract {

    @Test
    default void l98_itsThreadMayLockItAgainAndFreesItWithTheLastUnlock() throws InterruptedException {
        Redlock redlock = setting().engine();
        Lock lock = redlock.lock("orders");

        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        assertThat(redlock.lock("orders").tryLock(1, TimeUnit.SECONDS)).isTrue();
        lock.unlock();
        lock.unlock();
        assertThat(setting().engine().tryAcquire("orders")).as("still held").isEmpty();

        lock.unlock();
        setting().assertGone("orders");
        assertThat(setting().engine().tryAcquire("orders")).isPresent();
    }

    @Test
    default void anotherThreadNeitherGetsNorFreesIt() {
        Lock lock = setting().engine().lock("orders");
        lock.lock();

        Future<Boolean> refused = setting().elsewhere(() -> lock.tryLock());
        assertThat(Setting.outcome(refused)).isFalse();
        Future<Boolean> foreign = setting().elsewhere(() -> {
            assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
            return lock.tryLock(Setting.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        });
        lock.unlock();

        assertThat(Setting.outcome(foreign)).as("got it once it was free").isTrue();
    }

    @Test
    default void l53_unlockWithoutALockIsAnErrorOfTheCallerAndHarmsNobody() {
        setting().othersLease("orders");
        Lock lock = setting().engine().lock("orders");

        assertThat(lock.tryLock()).isFalse();
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("orders");
        assertThat(lock.tryLock()).as("still the other's").isFalse();
    }

    @Test
    default void itTellsItsThreadThatItWasLost() throws InterruptedException {
        Redlock redlock = setting().engine(Duration.ofMillis(600));
        Lock lock = redlock.lock("orders");
        lock.lock();

        Setting.await().pollInSameThread().until(() -> {
            setting().destroy("orders"); // again and again, as what is deleted first may be healed meanwhile
            return isLost(lock);
        });

        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
        assertThat(lock.tryLock(10, TimeUnit.SECONDS))
                .as("a new one, when nobody can hold by the keys that vanished")
                .isTrue();
    }

    private static boolean isLost(Lock lock) {
        try {
            lock.lock();
            lock.unlock();
            return false;
        } catch (LeaseLostException lost) {
            return true;
        }
    }

    @Test
    default void conditionsAreNotSupported() {
        Lock lock = setting().engine().lock("orders");

        assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }
}
