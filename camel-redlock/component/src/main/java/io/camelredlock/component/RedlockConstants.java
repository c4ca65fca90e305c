// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.spi.Metadata;

/** The names of headers and exchange properties. */
public final class RedlockConstants {

    @Metadata(
            description =
                    "The fencing token of the leadership under which the exchange began: greater than that of every"
                            + " earlier leader. An exchange property of routes with a RedlockLeadershipPolicy, and a header if the"
                            + " policy was told so.",
            javaType = "long")
    public static final String FENCING_TOKEN = "CamelRedlockFencingToken";

    private RedlockConstants() {}
}
