// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.function.BooleanSupplier;
import org.apache.camel.cluster.CamelClusterMember;

/** A member as Camel sees it. Whether the local one leads is judged by the clock at the call. */
record RedlockMember(String id, boolean local, BooleanSupplier leads) implements CamelClusterMember {

    static RedlockMember local(String id, BooleanSupplier leads) {
        return new RedlockMember(id, true, leads);
    }

    static RedlockMember other(String id, BooleanSupplier leads) {
        return new RedlockMember(id, false, leads);
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public boolean isLeader() {
        return leads.getAsBoolean();
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public String toString() {
        return id + (local ? " (local)" : "");
    }
}
