// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Command;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;

/** What must not be asked of nodes behind proxies (S-N4): whatever takes a second key, or shows a memory. */
final class ProxyRules {

    private ProxyRules() {}

    /**
     * Refuses what an engine cannot have there.
     *
     * @throws IllegalArgumentException names the option and the rule
     */
    static void check(RedlockOptions engine) {
        if (engine.takeover() != Takeover.CLASSIC) {
            throw refused("takeover", engine.takeover(), "classic", "what a proxy hides can be no evidence");
        }
        if (engine.fencing()) {
            throw refused("fencing", true, "false", "a counter is a second key");
        }
        if (engine.notifications()) {
            throw refused("notifications", true, "false", "proxies carry none");
        }
    }

    /** Why such a command is not sent, or nothing. */
    static String refusal(Command command) {
        return command.resources().size() <= 1 ? "" : "behind a proxy a lease can have one resource only";
    }

    private static IllegalArgumentException refused(String option, Object value, String right, String reason) {
        return new IllegalArgumentException(
                option + " " + value + " does not go with proxy nodes: set it to " + right + "; " + reason);
    }
}
