// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.Map;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Whether a cluster service can do its part. Up for a leader and for a follower; down without a quorum of nodes for longer than
 * one ttl, and while its context is about to stop. Of no concern to liveness: a restart cures no Redis.
 */
final class RedlockHealthCheck extends AbstractHealthCheck {

    private final RedlockClusterService service;

    RedlockHealthCheck(RedlockClusterService service) {
        super("camel", service.label().startsWith("redlock") ? service.label() : "redlock-" + service.label());
        this.service = service;
    }

    @Override
    public boolean isLiveness() {
        return false;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        ServiceReport report = service.report();
        builder.details(report.asMap());
        String trouble = service.detailsOnly() ? "" : trouble(report);
        if (trouble.isEmpty()) {
            builder.up();
        } else {
            builder.message(trouble).down();
        }
    }

    private String trouble(ServiceReport report) {
        if (report.leaving()) {
            return "the context is about to stop";
        }
        return service.isQuorumMissing()
                ? "no quorum of nodes votes, so nobody can gain or keep a leadership: " + report.nodes()
                : "";
    }
}
