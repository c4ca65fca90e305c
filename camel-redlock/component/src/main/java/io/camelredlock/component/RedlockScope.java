// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

/** How long a lock is held. Named as it is written in an endpoint. */
public enum RedlockScope {
    /** Until it is released, or the exchange is over. */
    exchange,
    /** Until it is released, whatever becomes of the exchange, or the longest hold is over. */
    manual
}
