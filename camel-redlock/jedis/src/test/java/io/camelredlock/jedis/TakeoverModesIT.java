// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.NodeReport;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Takeover;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that do not ask for the same evidence before they take over find that out (S-N3). */
final class TakeoverModesIT {

    private static final Duration TTL = Duration.ofSeconds(1);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private Redlock connected(RedisNodes nodes, Takeover takeover) {
        RedlockOptionsBuilder options = Engines.ttl(TTL).takeover(takeover).driftFactor(0.1);
        return engines.connected(nodes.addresses(), options);
    }

    private static void awaitRemarks(Redlock redlock, String words) {
        Engines.await()
                .untilAsserted(() -> assertThat(redlock.nodes())
                        .extracting(NodeReport::remark)
                        .allSatisfy(remark -> assertThat(remark).contains(words)));
    }

    @Test
    void aMixtureIsToldToBothSidesAndInTheLog(RedisNodes nodes) {
        try (CapturedLog log = new CapturedLog()) {
            Redlock guarded = connected(nodes, Takeover.GUARDED);
            Redlock classic = connected(nodes, Takeover.CLASSIC);

            awaitRemarks(guarded, "here guarded, elsewhere classic");
            awaitRemarks(classic, "here classic, elsewhere guarded");
            assertThat(guarded.nodes()).extracting(NodeReport::condition).containsOnly("ok");
            assertThat(log.lines()).anyMatch(line -> line.contains("WARN") && line.contains("differ in takeover"));
        }
    }

    @Test
    void itIsOverWhenThoseWhoDifferedAreGone(RedisNodes nodes) {
        Redlock guarded = connected(nodes, Takeover.GUARDED);
        Redlock classic = connected(nodes, Takeover.CLASSIC);
        awaitRemarks(guarded, "classic");

        classic.close();

        Engines.await()
                .untilAsserted(() -> assertThat(guarded.nodes())
                        .extracting(NodeReport::remark)
                        .containsOnly(""));
    }
}
