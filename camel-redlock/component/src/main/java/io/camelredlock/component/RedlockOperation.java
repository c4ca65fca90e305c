// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

/** What a redlock step does. Named as it is written in an endpoint. */
public enum RedlockOperation {
    /** Acquires, waiting up to the timeout. */
    acquire,
    /** Acquires at once or not at all, unless a timeout says otherwise. */
    tryAcquire,
    /** Sets the time to live of what the exchange holds, or adds to it. */
    extend,
    /** Gives back what the exchange holds. */
    release,
    /** Tells who holds, and what this exchange has left. */
    status,
    /** Ends what the exchange holds here, and makes a string of it by which another process goes on with it. */
    handover,
    /** Goes on with what another process handed over. */
    adopt
}
