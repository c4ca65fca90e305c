// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Redlock;
import java.time.Duration;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.spi.UnitOfWork;
import org.jspecify.annotations.Nullable;

/** What holds between the options of one lock, checked when its endpoint or policy starts. */
final class LockRules {

    private LockRules() {}

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException if they contradict; it names the options and their values
     */
    static void check(LockSettings settings, Redlock redlock) {
        if (settings.getMinHold() < 0 || settings.getMinHold() > settings.getMaxHold()) {
            throw new IllegalArgumentException("minHold " + settings.getMinHold() + " ms must lie in [0, maxHold "
                    + settings.getMaxHold() + " ms]");
        }
        redlock.check(LockCall.acquire(List.of("any"), settings).request(redlock, settings));
    }

    /** The same for the time of a hand-over, if it is set. */
    static void checkHandoverTtl(@Nullable Long millis, Redlock redlock) {
        if (millis == null) {
            return;
        }
        try {
            redlock.check(redlock.request("any").ttl(Duration.ofMillis(millis)));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("handoverTtl: " + refused.getMessage(), refused);
        }
    }

    /** A unit of work without a route is that of one call of a ProducerTemplate, whose end would release at once. */
    static void refuseScopeOfOneCall(LockSettings settings, Exchange exchange) {
        UnitOfWork work = exchange.getUnitOfWork();
        if (settings.getScope() == RedlockScope.exchange && work != null && work.getRoute() == null) {
            throw new IllegalArgumentException("outside of a route the lock would be released at the end of this call:"
                    + " set scope=manual, and release it, or acquire it in a route");
        }
    }
}
