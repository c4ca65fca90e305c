// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

/** What becomes of an exchange whose lock was lost. Named as it is written in an endpoint. */
public enum OnLost {
    /** Its next step fails with a LeaseLostException. */
    fail,
    /** It goes on; who wants to know asks the lease. */
    ignore
}
