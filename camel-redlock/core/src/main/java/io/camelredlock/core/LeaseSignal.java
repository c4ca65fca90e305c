// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Optional;

/** The abort signal of one lease. */
final class LeaseSignal implements AbortSignal {

    private final Lease lease;

    LeaseSignal(Lease lease) {
        this.lease = lease;
    }

    @Override
    public boolean isAborted() {
        return !lease.isValid();
    }

    @Override
    public Optional<Loss> cause() {
        return lease.loss();
    }

    @Override
    public void throwIfAborted() {
        lease.loss().ifPresent(loss -> {
            throw new LeaseLostException(lease.resources(), loss);
        });
    }

    @Override
    public void onAbort(Runnable action) {
        lease.addListener((lost, loss) -> action.run());
    }
}
