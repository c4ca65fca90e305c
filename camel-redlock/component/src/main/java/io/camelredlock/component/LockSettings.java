// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.jspecify.annotations.Nullable;

/** What a user can say about the way a lock is taken and held. Durations in milliseconds. */
interface LockSettings {

    @Nullable
    String getSeparator();

    /** Null: that of the engine. */
    @Nullable
    Long getTtl();

    /** Null: that of the engine, or none if there is to be one attempt only. */
    @Nullable
    Long getTimeout();

    RedlockScope getScope();

    long getMaxHold();

    long getMinHold();

    OnLost getOnLost();

    boolean isFailIfNotAcquired();
}
