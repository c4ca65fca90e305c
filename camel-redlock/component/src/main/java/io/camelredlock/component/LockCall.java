// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.LeaseRequest;
import io.camelredlock.core.Redlock;
import java.time.Duration;
import java.util.List;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/** What one step is to do: the endpoint's options with what the exchange says instead. */
record LockCall(
        RedlockOperation operation,
        List<String> resources,
        @Nullable Duration ttl,
        @Nullable Duration timeout,
        @Nullable Duration extendBy,
        @Nullable Duration handoverTtl,
        String handoverHeader) {

    /**
     * Reads, and removes, the override headers.
     *
     * @throws IllegalArgumentException if a value makes no sense; it names the value
     */
    static LockCall of(RedlockEndpoint endpoint, Exchange exchange) {
        Overrides said = Overrides.takeFrom(exchange.getMessage());
        Object resource = said.resource() == null ? endpoint.getResource() : said.resource();
        return new LockCall(
                said.operationOr(endpoint.getOperation()),
                ResourceNames.of(resource, endpoint.getSeparator()),
                Overrides.duration(RedlockConstants.OVERRIDE_TTL, said.ttl(), endpoint.getTtl()),
                Overrides.duration(RedlockConstants.OVERRIDE_TIMEOUT, said.timeout(), endpoint.getTimeout()),
                Overrides.duration(RedlockConstants.OVERRIDE_EXTEND_BY, said.extendBy(), endpoint.getExtendBy()),
                Overrides.duration(
                        RedlockConstants.OVERRIDE_HANDOVER_TTL, said.handoverTtl(), endpoint.getHandoverTtl()),
                endpoint.getHandoverHeader());
    }

    /** To acquire these with the settings of a policy. */
    static LockCall acquire(List<String> resources, LockSettings settings) {
        Duration ttl = settings.getTtl() == null ? null : Duration.ofMillis(settings.getTtl());
        Duration timeout = settings.getTimeout() == null ? null : Duration.ofMillis(settings.getTimeout());
        return new LockCall(RedlockOperation.acquire, resources, ttl, timeout, null, null, "");
    }

    /** The time to hand over for: what was said of that, else the ttl of the step, else that of the engine. */
    Duration handoverTtl(Redlock redlock) {
        if (handoverTtl != null) {
            return handoverTtl;
        }
        return ttl != null ? ttl : redlock.options().ttl();
    }

    /** The request to the engine, extended automatically for as long as the settings allow. */
    LeaseRequest request(Redlock redlock, LockSettings settings) {
        LeaseRequest request = redlock.request(resources.toArray(String[]::new))
                .autoExtend(true)
                .maxHold(Duration.ofMillis(settings.getMaxHold()));
        if (operation == RedlockOperation.tryAcquire) {
            request = request.timeout(Duration.ZERO);
        }
        request = timeout == null ? request : request.timeout(timeout);
        return ttl == null ? request : request.ttl(ttl);
    }
}
