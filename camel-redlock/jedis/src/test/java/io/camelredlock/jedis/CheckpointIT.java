// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.testkit.Candidate;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import org.crac.Core;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A process that is frozen into a checkpoint and goes on (S-L1). */
final class CheckpointIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    @Test
    void nothingThatWasHeldBeforeACheckpointIsHeldAfterIt(RedisNodes nodes) throws Exception {
        Redlock redlock = engines.connected(nodes, Duration.ofSeconds(1));
        Lease lease = Engines.hold(redlock, "report");
        Candidate candidate = new Candidate(redlock, "orders").leading();

        Core.checkpointRestore();

        assertThat(lease.isValid()).isFalse();
        assertThat(candidate.isLeader()).isFalse();
        Engines.await().until(candidate::isLeader);
        assertThat(candidate.told()).startsWith("gained", "lost EXPIRED").endsWith("gained");
        assertThat(Engines.hold(redlock, "report").isValid()).isTrue();
    }
}
