// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * One lease and several threads, in many of the orders in which their steps can mix, chosen by Lincheck; a failure prints the
 * order. {@code -Dinterleavings=N} for more.
 */
class InterleavingTest {

    private static final int ORDERS = Integer.getInteger("interleavings", 25);

    /** Threads whose results, or failures, are waited for. */
    private static final class Threads {
        private final List<Thread> threads = new ArrayList<>();

        <T> FutureTask<T> run(Callable<T> work) {
            FutureTask<T> task = new FutureTask<>(work);
            Thread thread = new Thread(task);
            threads.add(thread);
            thread.start();
            return task;
        }

        void join() {
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }
    }

    private static <T> T result(FutureTask<T> task) {
        try {
            return task.get();
        } catch (InterruptedException | ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void check(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException(what);
        }
    }

    @Test
    void tasksOfOneSerialNeverOverlapAndNoneIsForgotten() {
        Lincheck.runConcurrentTest(ORDERS, () -> {
            Serial serial = new Serial();
            int[] done = new int[2];
            Runnable task = () -> {
                done[1] = done[0] + 1;
                done[0] = done[1];
            };
            Threads threads = new Threads();
            for (int i = 0; i < 2; i++) {
                threads.run(() -> {
                    serial.run(task);
                    serial.run(() -> serial.run(task));
                    return true;
                });
            }
            threads.join();
            check(done[0] == 4, done[0] + " of 4 tasks done");
        });
    }

    @Test
    void aLeaseIsReleasedOnceAndIsNotValidOnceAnyReleaseReturned() {
        Lincheck.runConcurrentTest(ORDERS, () -> {
            SteppedEngine engine = new SteppedEngine();
            HeldLease lease = engine.hold();
            Threads threads = new Threads();
            Callable<Release> release = () -> {
                Release found = lease.release();
                check(!lease.isValid(), "valid after release returned " + found);
                return found;
            };
            FutureTask<Release> one = threads.run(release);
            FutureTask<Release> other = threads.run(release);
            threads.join();

            check(result(one) != result(other), "both were told " + result(one));
            check(engine.executed().equals(List.of(Verb.ACQUIRE, Verb.RELEASE)), "sent " + engine.executed());
        });
    }

    @Test
    void nothingIsExtendedAfterItsRelease() {
        Lincheck.runConcurrentTest(ORDERS, () -> {
            SteppedEngine engine = new SteppedEngine();
            HeldLease lease = engine.hold();
            Threads threads = new Threads();
            FutureTask<Boolean> extended = threads.run(() -> extend(lease));
            FutureTask<Release> released = threads.run(lease::release);
            threads.join();

            List<Verb> asked = engine.asked();
            check(!lease.isValid() && result(released) == Release.RELEASED, "released: " + result(released));
            check(asked.indexOf(Verb.RELEASE) == asked.size() - 1, "the node was asked " + asked);
            check(!result(extended) || asked.contains(Verb.EXTEND), "extended without the node: " + asked);
        });
    }

    private static boolean extend(Lease lease) {
        try {
            lease.extend(SteppedEngine.TTL);
            return true;
        } catch (LeaseLostException lost) {
            return false;
        }
    }

    @Test
    void whyALeaseEndedNeverChangesAndItNeverComesBack() {
        Lincheck.runConcurrentTest(ORDERS, () -> {
            SteppedEngine engine = new SteppedEngine();
            HeldLease lease = engine.hold();
            List<Loss> told = new ArrayList<>();
            lease.addListener((lost, loss) -> told.add(loss));
            Threads threads = new Threads();
            threads.run(() -> {
                engine.pass(SteppedEngine.TTL);
                return true;
            });
            threads.run(() -> extend(lease));
            FutureTask<Optional<Loss>> seen = threads.run(() -> {
                boolean valid = lease.isValid();
                Optional<Loss> first = lease.loss();
                check(!lease.isValid() || first.isEmpty(), "valid, though it ended: " + first);
                check(valid || first.isPresent() || lease.isValid(), "neither valid nor ended nor extended");
                return first;
            });
            threads.join();

            result(seen).ifPresent(first -> check(lease.loss().equals(Optional.of(first)), "ended otherwise before"));
            check(told.size() == (lease.loss().isPresent() ? 1 : 0), "told " + told + " of " + lease.loss());
            check(lease.isValid() != lease.loss().isPresent(), "valid and ended");
        });
    }

    @Test
    void aListenerIsToldOnceHoweverLateItComes() {
        Lincheck.runConcurrentTest(ORDERS, () -> {
            SteppedEngine engine = new SteppedEngine();
            HeldLease lease = engine.hold();
            List<Loss> told = new ArrayList<>();
            Threads threads = new Threads();
            threads.run(() -> {
                engine.pass(SteppedEngine.TTL);
                return lease.loss();
            });
            threads.run(() -> {
                lease.addListener((lost, loss) -> told.add(loss));
                return true;
            });
            threads.join();

            check(told.size() == 1, "told " + told);
        });
    }

    @Test
    void aLockIsOneThreadsAtATime() {
        Lincheck.runConcurrentTest(ORDERS, () -> {
            SteppedEngine engine = new SteppedEngine();
            Lock lock = engine.redlock().lock("orders");
            int[] inside = new int[1];
            int[] entered = new int[1];
            Threads threads = new Threads();
            List<FutureTask<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                tasks.add(threads.run(() -> {
                    boolean mine = lock.tryLock();
                    if (mine) {
                        check(++inside[0] == 1, "two inside");
                        entered[0]++;
                        inside[0]--;
                        lock.unlock();
                    }
                    return mine;
                }));
            }
            threads.join();

            long wins = tasks.stream().filter(InterleavingTest::result).count();
            check(wins == entered[0] && wins >= 1, wins + " got it, " + entered[0] + " were inside");
        });
    }

    @Test
    void theSearchFindsARace() {
        Throwable found = catchThrowable(() -> Lincheck.runConcurrentTest(ORDERS, () -> {
            int[] count = new int[1];
            Threads threads = new Threads();
            threads.run(() -> count[0]++);
            threads.run(() -> count[0]++);
            threads.join();
            check(count[0] == 2, "one step was lost");
        }));

        assertThat(found).hasMessageContaining("one step was lost");
    }
}
