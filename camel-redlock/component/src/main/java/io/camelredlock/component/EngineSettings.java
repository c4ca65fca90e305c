// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Takeover;
import io.camelredlock.jedis.WireProtocol;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.jspecify.annotations.Nullable;

/** What a user can say about an engine: where its nodes are and how it takes and keeps leases. Durations in milliseconds. */
interface EngineSettings {

    @Nullable
    String getNodes();

    @Nullable
    String getPreviousNodes();

    @Nullable
    String getUsername();

    @Nullable
    String getPassword();

    int getDatabase();

    @Nullable
    String getClientName();

    WireProtocol getProtocol();

    @Nullable
    SSLContextParameters getSslContextParameters();

    @Nullable
    String getClusterId();

    String getKeyPrefix();

    @Nullable
    String getMemberId();

    long getConnectTimeout();

    long getTtl();

    @Nullable
    Long getMaxTtl();

    @Nullable
    Long getPreviousMaxTtl();

    /** Null: the default of the engine. */
    @Nullable
    Takeover getTakeover();

    double getDriftFactor();

    @Nullable
    Long getNodeTimeout();

    long getTimeout();

    int getRetryCount();

    long getRetryDelay();

    long getRetryJitter();

    @Nullable
    Long getExtendPeriod();

    @Nullable
    Long getStepDownMargin();
}
