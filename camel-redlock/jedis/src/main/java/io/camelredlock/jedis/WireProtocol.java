// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

/** Which version of its protocol a node is spoken to in. What is asked and answered is the same. Immutable. */
public enum WireProtocol {
    /** What every server, and every proxy, speaks; nothing is said about it. The default. */
    RESP2,
    /** Asked for at the beginning of each connection, by {@code HELLO 3}; for servers that want it. */
    RESP3
}
