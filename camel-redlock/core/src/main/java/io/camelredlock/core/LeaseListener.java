// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** Is told that a lease was lost; never on a node's or timer's thread. */
@FunctionalInterface
public interface LeaseListener {

    /** The lease is not valid any more, for this reason. What throws here is logged. */
    void lost(Lease lease, Loss loss);
}
