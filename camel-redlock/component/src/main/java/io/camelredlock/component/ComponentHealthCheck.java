// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.Map;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Whether a component with an engine of its own can take locks. Down without a quorum of nodes for longer than one ttl. Of no
 * concern to liveness: a restart cures no Redis.
 */
final class ComponentHealthCheck extends AbstractHealthCheck {

    private final OwnEngine own;

    ComponentHealthCheck(OwnEngine own) {
        super("camel", "redlock-component");
        this.own = own;
    }

    @Override
    public boolean isLiveness() {
        return false;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        Map<String, String> nodes = own.nodes();
        builder.detail("member", own.engine().memberId());
        builder.detail("quorum", own.hasQuorum());
        builder.detail("nodes", nodes);
        builder.detail("held", own.held());
        if (own.isQuorumMissing()) {
            builder.message("no quorum of nodes votes, so no lock can be acquired or kept: " + nodes)
                    .down();
        } else {
            builder.up();
        }
    }
}
