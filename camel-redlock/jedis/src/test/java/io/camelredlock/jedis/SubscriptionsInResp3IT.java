// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

/** The same where what is told comes as pushes. */
final class SubscriptionsInResp3IT extends SubscriptionsIT {

    @Override
    JedisOptionsBuilder options() {
        return JedisOptions.builder().protocol(WireProtocol.RESP3);
    }
}
