// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Guards something that one process alone reaches, against holders who do not know yet that they are none: remembers the highest
 * fencing token it has seen, and runs no work of a lower one.
 *
 * <p>Works run one after the other, so that none that was let in goes on behind a newer one. What several processes reach must
 * compare tokens itself, where its data is; a guard in one of them does not see the others. Safe for use by several threads.
 */
public final class FencedResource {

    private final String name;
    private final Lock turn = new ReentrantLock();

    private volatile long highest;

    /** Lets the first token in, whichever it is. The name is for people. */
    public FencedResource(String name) {
        this(name, 0);
    }

    /** Goes on after a restart, with the {@link #highest} token from before. */
    public FencedResource(String name, long highest) {
        this.name = name;
        this.highest = highest;
    }

    /** The highest token so far; 0 if none has come. */
    public long highest() {
        return highest;
    }

    /**
     * Runs the work on this thread unless a newer holder has been here.
     *
     * @param fencingToken of the lease the work belongs to, as the lease told when it was acquired
     * @return what the work returned
     * @throws StaleFencingTokenException if a higher token has come before: the work was not begun
     * @throws Exception what the work threw; the token counts all the same
     */
    public <T> T run(long fencingToken, Callable<T> work) throws Exception {
        turn.lock();
        try {
            if (fencingToken < highest) {
                throw new StaleFencingTokenException(name, fencingToken);
            }
            highest = fencingToken;
            return work.call();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public String toString() {
        return "FencedResource " + name + ", highest token " + highest;
    }
}
