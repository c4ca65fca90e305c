// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static io.camelredlock.component.TestMember.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What a member's meters show, and that the dashboard and the alert rules are made of them. */
final class MetersIT {

    private static final Path MONITORING = Path.of("../../src-docs/monitoring");
    private static final Path DASHBOARD = MONITORING.resolve("grafana-dashboard.json");
    private static final Path ALERTS = MONITORING.resolve("prometheus-alerts.yaml");

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private TestMember a;

    @BeforeEach
    void startMember(RedisNodes nodes) throws Exception {
        a = TestMember.of(nodes, "a");
        a.context.getRegistry().bind("meters", registry);
        a.start();
    }

    @AfterEach
    void stopMember() {
        a.close();
    }

    @Test
    void everyMeterIsThereAtZeroFromTheStart(RedisNodes nodes) {
        assertThat(registry.get("redlock.losses")
                        .tag("reason", "expired")
                        .counter()
                        .count())
                .isZero();
        assertThat(registry.get("redlock.rounds")
                        .tags("verb", "mint", "result", "no_quorum")
                        .timer()
                        .count())
                .isZero();
        assertThat(registry.get("redlock.votes").tag("outcome", "unanswered").timers())
                .hasSize(nodes.all().size())
                .allSatisfy(timer -> assertThat(timer.count()).isZero());
        assertThat(registry.get("redlock.takeover.waits").timers())
                .hasSize(2)
                .allSatisfy(timer -> assertThat(timer.count()).isZero());
        assertThat(gauge("redlock.leases")).isZero();
        assertThat(gauge("redlock.nodes")).isEqualTo(3);
    }

    @Test
    void aLeadershipIsALeaseWithRoundsAndVotes() throws Exception {
        a.leading("orders");

        assertThat(gauge("redlock.leader")).isEqualTo(1);
        assertThat(gauge("redlock.leases")).isEqualTo(1);
        assertThat(gauge("redlock.quorum")).isEqualTo(1);
        assertThat(registry.get("redlock.rounds")
                        .tags("verb", "acquire", "result", "granted")
                        .timer()
                        .count())
                .isPositive();
        await().atMost(TTL)
                .until(() -> registry.get("redlock.rounds")
                                .tags("verb", "extend", "result", "granted")
                                .timer()
                                .count()
                        > 0);
        await().atMost(SOON).until(() -> transitions() == 1);
    }

    @Test
    void aLeadershipLostWithTheNodesIsALossForItsReason(RedisNodes nodes) throws Exception {
        a.leading("orders");
        nodes.forEach(RedisNode::kill);

        await().atMost(TTL.plus(SOON)).until(() -> gauge("redlock.leader") == 0 && transitions() == 2);
        assertThat(registry.get("redlock.losses")
                        .tag("reason", "expired")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("redlock.rounds")
                        .tags("verb", "extend", "result", "no_quorum")
                        .timer()
                        .count())
                .isPositive();
        await().atMost(SOON).until(() -> gauge("redlock.nodes.voting") == 0 && gauge("redlock.quorum") == 0);
    }

    @Test
    void metersAreGoneWithTheService() {
        assertThat(registry.getMeters()).isNotEmpty();

        a.close();

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void theDashboardShowsEveryMeterAndNothingElse() throws Exception {
        a.leading("orders");
        String dashboard = Files.readString(DASHBOARD);

        assertThat(((JsonObject) Jsoner.deserialize(dashboard)).containsKey("panels"))
                .isTrue();
        assertThat(prometheusNames()).containsAll(namesIn(dashboard));
        assertThat(namesIn(dashboard).stream().map(MetersIT::withoutSuffix))
                .containsAll(
                        prometheusNames().stream().map(MetersIT::withoutSuffix).toList());
        assertThat(labels()).containsAll(labelsIn(dashboard));
    }

    @Test
    void theAlertsAreMadeOfRealMetersAndLabels() throws Exception {
        a.leading("orders");
        String alerts = Files.readString(ALERTS);

        assertThat(new Load(LoadSettings.builder().build()).loadFromString(alerts))
                .isNotNull();
        assertThat(namesIn(alerts)).hasSizeGreaterThan(5);
        assertThat(prometheusNames()).containsAll(namesIn(alerts));
        assertThat(labels()).containsAll(labelsIn(alerts));
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    private double transitions() {
        return registry.get("redlock.transitions").functionCounter().count();
    }

    private Set<String> prometheusNames() {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .flatMap(MetersIT::prometheusNames)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** As Prometheus is told them: by type, in base units. */
    private static Stream<String> prometheusNames(Meter.Id id) {
        String name = id.getName().replace('.', '_');
        return switch (id.getType()) {
            case TIMER ->
                Stream.of("_seconds_count", "_seconds_sum", "_seconds_max").map(name::concat);
            case COUNTER -> Stream.of(name + "_total");
            default -> Stream.of(name);
        };
    }

    private static String withoutSuffix(String name) {
        return name.replaceFirst("_seconds_.*", "");
    }

    private static Set<String> namesIn(String text) {
        return found("\\b(redlock_\\w+)", text);
    }

    /** What Prometheus adds to each sample is known as well. */
    private Set<String> labels() {
        Set<String> labels = registry.getMeters().stream()
                .flatMap(meter -> meter.getId().getTags().stream())
                .map(tag -> tag.getKey())
                .collect(Collectors.toCollection(TreeSet::new));
        labels.add("instance");
        return labels;
    }

    private static Set<String> labelsIn(String text) {
        Set<String> labels = found("by \\(([\\w, ]+)\\)", text).stream()
                .flatMap(list -> Stream.of(list.split(", ")))
                .collect(Collectors.toCollection(TreeSet::new));
        labels.addAll(found("[{,] ?(\\w+)(?:=|!=|=~)\\\\?\"", text));
        labels.addAll(found("\\{\\{ ?(?:\\$labels\\.)?(\\w+) ?}}", text));
        return labels;
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
