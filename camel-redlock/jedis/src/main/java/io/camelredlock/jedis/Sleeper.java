// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.util.concurrent.locks.LockSupport;

/** How a thread sleeps when it has nothing to do. */
interface Sleeper {

    /** Sleeps for so long at most. */
    void sleep(long nanos);

    /** Ends the present sleep, or the next one. From any thread. */
    void wake();

    /** Just sleeps; for the thread that makes it. */
    static Sleeper plain() {
        Thread thread = Thread.currentThread();
        return new Sleeper() {
            @Override
            public void sleep(long nanos) {
                LockSupport.parkNanos(this, nanos);
            }

            @Override
            public void wake() {
                LockSupport.unpark(thread);
            }
        };
    }
}
