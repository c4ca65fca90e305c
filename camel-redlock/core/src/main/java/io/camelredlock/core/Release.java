// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** What a release found on the nodes. */
public enum Release {
    /** The lease was held by a quorum and is gone. */
    RELEASED,
    /** It had been released before. */
    ALREADY_RELEASED,
    /** It was handed over before: whoever adopts it releases it. The nodes were not asked. */
    HANDED_OVER,
    /** It was no longer held: its keys had expired or vanished. A sign of a ttl that is too short. */
    EXPIRED,
    /** It was no longer held: somebody else has the resource now. Theirs was left alone. */
    TAKEN_OVER
}
