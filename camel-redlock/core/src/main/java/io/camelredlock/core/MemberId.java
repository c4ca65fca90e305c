// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** Makes member ids that no two starts share, whatever the user sets: two members that think they are one both lead. */
final class MemberId {

    private static final SecureRandom RANDOM = new SecureRandom();

    private MemberId() {}

    /** {@code host-pid-random}, or {@code configured-random}. */
    static String unique(@Nullable String configured) {
        String name = configured == null || configured.isBlank()
                ? host() + "-" + ProcessHandle.current().pid()
                : configured;
        return name + "-" + Integer.toHexString(RANDOM.nextInt() | 0x80000000).substring(0, 6);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unresolvable) {
            return "localhost"; // a machine that does not know its own name; pid and random part still tell members
            // apart
        }
    }
}
