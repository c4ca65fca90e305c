// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;

/**
 * What is known of one node now, for people. Immutable.
 *
 * @param name the address
 * @param condition {@code ok} if it votes, else why not
 * @param doubt why its grants are no evidence at present that nobody else can hold, so that a new holder may have to wait;
 *     empty if they are, and always with {@link Takeover#CLASSIC}
 * @param doubtfulFor how long that lasts if nothing else happens; zero if it is over, or will not pass by itself
 * @param remark what an operator should see to although it votes, as that its clients differ in an option; empty if nothing
 */
public record NodeReport(String name, String condition, String doubt, Duration doubtfulFor, String remark) {

    /** Whether it votes, and its grants are good evidence. */
    public boolean isWell() {
        return condition.equals("ok") && doubt.isEmpty();
    }
}
