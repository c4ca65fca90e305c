// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;

/** The lease is not held any more. */
public final class LeaseLostException extends RedlockException {

    private static final long serialVersionUID = 1L;

    private final transient Loss loss;

    LeaseLostException(List<String> resources, Loss loss) {
        super("lease on " + resources + " is no longer held: " + loss);
        this.loss = loss;
    }

    /** Why. */
    public Loss loss() {
        return loss;
    }
}
