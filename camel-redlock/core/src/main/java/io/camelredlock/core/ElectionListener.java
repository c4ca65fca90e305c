// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Optional;

/** Is told of leadership, in order, one call at a time per election, never on a node's or timer's thread. */
public interface ElectionListener {

    /** We lead. State has already changed when this is called, and may have changed again: ask the election. */
    default void gained(LeaderElection election) {}

    /** We do not lead any more. */
    default void lost(LeaderElection election, Loss loss) {}

    /** Another member leads, as far as is known, or nobody. */
    default void leaderChanged(LeaderElection election, Optional<String> leader) {}
}
