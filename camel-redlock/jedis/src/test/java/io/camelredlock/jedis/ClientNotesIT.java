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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that differ in what no node refuses find that out (S-N3). */
final class ClientNotesIT {

    private static final Duration TTL = Duration.ofSeconds(1);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private Redlock connected(RedisNodes nodes, Takeover takeover) {
        RedlockOptionsBuilder options = Engines.ttl(TTL).takeover(takeover).driftFactor(0.1);
        return engines.connected(nodes.addresses(), options);
    }

    private static String sorted(String... addresses) {
        return Stream.of(addresses).sorted().collect(Collectors.joining(","));
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

    /** Engines of tests name their cluster. */
    @Test
    void whoNamesTheClusterButOtherNodesIsToldSo(RedisNodes nodes) {
        String first = nodes.get(0).address();
        String second = nodes.get(1).address();
        Redlock one = engines.connected(first + "," + second, Engines.ttl(TTL));
        Redlock other = engines.connected(first, Engines.ttl(TTL));

        awaitRemarks(other, "differ in nodes: here " + first + ", elsewhere " + sorted(first, second));
        Engines.await().until(() -> one.nodes().get(0).remark().contains("previousNodes"));
        assertThat(one.nodes().get(1).remark()).isEmpty();
    }

    @Test
    void theOrderOfNodesIsNoDifferenceNorIsTheListThatIsLeft(RedisNodes nodes) {
        String first = nodes.get(0).address();
        String second = nodes.get(1).address();
        engines.connected(first + "," + second, Engines.ttl(TTL));
        engines.connected(second + "," + first, Engines.ttl(TTL));
        Redlock changing =
                Engines.connected(engines.connect(Engines.at(first).previousNodes(second, first), Engines.ttl(TTL)));
        Redlock differing =
                engines.connected(first + "," + second, Engines.ttl(TTL).takeover(Takeover.CLASSIC));

        awaitRemarks(changing, "takeover"); // so what the others noted has been read
        assertThat(changing.nodes()).extracting(NodeReport::remark).noneMatch(remark -> remark.contains("in nodes"));
        awaitRemarks(differing, "in nodes");
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
