// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The view of a resource as a {@link Lock}: thread-owned and re-entrant. Re-entry is a local count under the same lease and
 * fencing token (S-F4).
 *
 * <p>A lock that was lost says so at the next {@code lock} or {@code unlock} of its thread, by
 * {@link LeaseLostException}: code written against {@code Lock} has no other place to learn it.
 */
final class ThreadLock implements Lock {

    private final Redlock redlock;
    private final String resource;
    private final ThreadHolds holds;

    ThreadLock(Redlock redlock, String resource, ThreadHolds holds) {
        this.redlock = redlock;
        this.resource = Resource.lock(resource).name();
        this.holds = holds;
    }

    @Override
    public void lock() {
        boolean interrupted = false;
        while (true) {
            try {
                lockInterruptibly();
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        while (!tryLock(LeaseRequest.FOREVER)) {
            Thread.onSpinWait(); // not reached before the end of time; Lock has no way to say "not acquired"
        }
    }

    @Override
    public boolean tryLock() {
        return isReentered() || keep(redlock.tryOnce(request(Duration.ZERO)));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return tryLock(Duration.ofMillis(Math.min(unit.toMillis(Math.max(0, time)), LeaseRequest.FOREVER.toMillis())));
    }

    private boolean tryLock(Duration timeout) throws InterruptedException {
        return isReentered() || keep(redlock.acquire(request(timeout)));
    }

    private LeaseRequest request(Duration timeout) {
        return redlock.request(resource)
                .timeout(timeout)
                .retryCount(RedlockOptions.UNLIMITED)
                .autoExtend(true);
    }

    private boolean isReentered() {
        ThreadHolds.Hold mine = holds.mine(resource);
        if (mine == null) {
            return false;
        }
        mine.lease().loss().ifPresent(loss -> {
            throw new LeaseLostException(mine.lease().resources(), loss);
        });
        holds.set(resource, mine.lease(), mine.count() + 1);
        return true;
    }

    private boolean keep(Optional<Lease> acquired) {
        acquired.ifPresent(lease -> holds.set(resource, lease, 1));
        return acquired.isPresent();
    }

    @Override
    public void unlock() {
        ThreadHolds.Hold mine = holds.mine(resource);
        if (mine == null) {
            throw new IllegalMonitorStateException("'" + resource + "' is not locked by this thread");
        }
        holds.set(resource, mine.lease(), mine.count() - 1);
        if (mine.count() > 1) {
            return;
        }
        Optional<Loss> loss = mine.lease().loss();
        mine.lease().close();
        loss.ifPresent(why -> {
            throw new LeaseLostException(mine.lease().resources(), why);
        });
    }

    /** Not supported: a condition would have to wait on all nodes at once. */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a redlock has no conditions");
    }
}
