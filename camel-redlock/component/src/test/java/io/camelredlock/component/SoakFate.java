// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

/** What became of one exchange, seen when it is over. */
enum SoakFate {
    /** Did its work under its lock and gave it back. */
    WELL,
    /** Failed under its lock and gave it back. */
    FAILED,
    /** Stayed until its lock was lost. */
    LOST,
    /** Got no lock. */
    UNLOCKED,
    /** Still had its lock, which must not be. */
    STILL_HELD
}
