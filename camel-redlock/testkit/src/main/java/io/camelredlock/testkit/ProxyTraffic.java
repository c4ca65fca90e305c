// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.concurrent.atomic.AtomicLong;

/** What has come to a proxy since it was made; read by any thread. */
record ProxyTraffic(AtomicLong connections, AtomicLong open, AtomicLong requestBytes, AtomicLong replyBytes) {

    ProxyTraffic() {
        this(new AtomicLong(), new AtomicLong(), new AtomicLong(), new AtomicLong());
    }
}
