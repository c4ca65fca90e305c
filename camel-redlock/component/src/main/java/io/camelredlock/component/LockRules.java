// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Redlock;
import java.util.List;

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
}
